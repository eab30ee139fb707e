export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a POST takes the recipient off the list that the mail belongs to. */
  unsubscribeUrl?: string;
}

export interface OutgoingMail extends MailMessage {
  /** Local part of the Message-ID: the same at every try, so that a mail server can drop repeats. */
  id: string;
  /** The request that caused the mail; null where none did. */
  requestId: string | null;
}

/** Header fields that a mail has besides the usual ones. */
export function fieldsOf({
  requestId,
  unsubscribeUrl,
}: Pick<OutgoingMail, 'requestId' | 'unsubscribeUrl'>): Record<string, string> {
  return {
    ...(requestId !== null && { 'X-Request-Id': requestId }),
    // One click in the mail program (RFC 8058).
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

export interface MailTransport {
  /** Resolves once the next server (or the folder) has taken the mail. @throws MailError */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/**
 * What a server will never take (SMTP 5xx), so that trying again is useless: `mail` for this mail, because of its text
 * or its sender; `address` for any mail to its recipient. null: it may take the mail later.
 */
export type MailRefusal = 'mail' | 'address' | null;

export class MailError extends Error {
  readonly refusal: MailRefusal;

  constructor(message: string, refusal: MailRefusal, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailError';
    this.refusal = refusal;
  }
}
