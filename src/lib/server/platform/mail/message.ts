export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface OutgoingMail extends MailMessage {
  /** Local part of the Message-ID: the same at every try, so that a mail server can drop repeats. */
  id: string;
  /** The request that caused the mail; null where none did. */
  requestId: string | null;
}

/** Header fields that a mail has besides the usual ones. */
export function fieldsOf({ requestId }: Pick<OutgoingMail, 'requestId'>): Record<string, string> {
  return requestId === null ? {} : { 'X-Request-Id': requestId };
}

export interface MailTransport {
  /** Resolves once the next server (or the folder) has taken the mail. @throws MailError */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** `permanent`: the server will never take this mail (SMTP 5xx), so trying again is useless. */
export class MailError extends Error {
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailError';
    this.permanent = permanent;
  }
}
