export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface OutgoingMail extends MailMessage {
  /** Message-ID's local part: the same at every try, so that a mail server can drop a repeated one. */
  id: string;
}

export interface MailTransport {
  /** Resolves once the mail is in the next server's (or the folder's) care. @throws MailError */
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
