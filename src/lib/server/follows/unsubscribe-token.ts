// Threat: somebody ends the mails of others. So the address that ends them is signed, for one account and one time of
// mails, and does nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailTimes, type MailTime } from '../../shared/schemas/follow.ts';

export interface Unsubscription {
  userId: string;
  time: MailTime;
}

const signatureOf = (secret: Uint8Array, { userId, time }: Unsubscription): string =>
  createHmac('sha256', secret).update(`unsubscribe:${userId}:${time}`).digest('base64url');

export function unsubscribeToken(secret: Uint8Array, of: Unsubscription): string {
  return `${of.userId}.${of.time}.${signatureOf(secret, of)}`;
}

/** @returns null for a token that this server has not signed */
export function readUnsubscribeToken(secret: Uint8Array, token: string): Unsubscription | null {
  const [userId = '', name = '', signature = ''] = token.split('.');
  const time = mailTimes.find((one) => one === name);
  if (time === undefined) return null;
  const right = Buffer.from(signatureOf(secret, { userId, time }));
  const sent = Buffer.from(signature);
  return right.length === sent.length && timingSafeEqual(right, sent) ? { userId, time } : null;
}
