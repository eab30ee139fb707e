// Secrets of mailed links, and of requests for a code, which work without a login. Each is computed from the id of its
// row and the secret of the server, so that a later mail can repeat it, and a stolen database holds none of them.
// Threat: a link that is guessed, or that is used for another purpose than its own.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../ids.ts';

export type LinkPurpose =
  | 'report-code'
  | 'follow-report'
  | 'reset-code'
  | 'owner-answer'
  | 'appeal-owner'
  | 'appeal-reporter'
  | 'letter-code'
  | 'letter-developer'
  | 'letter-sender'
  | 'unsubscribe-soon'
  | 'unsubscribe-weekly';

const idBytes = 16;

/** 192 bits. */
const tagBytes = 24;

function tagOf(secret: Uint8Array, purpose: LinkPurpose, id: string, holder: string): Buffer {
  const named = holder === '' ? id : `${id}:${holder}`;
  return createHmac('sha256', secret).update(`link:${purpose}:${named}`).digest().subarray(0, tagBytes);
}

/**
 * @param holder the account that the link is for, where the row may get another one; '' otherwise
 * @returns the id and its tag, 54 characters for a URL
 */
export function sealLink(secret: Uint8Array, purpose: LinkPurpose, id: string, holder = ''): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, tagOf(secret, purpose, id, holder)]).toString('base64url');
}

/** The id that a link names, whether or not somebody has made it up; null for a text that is no link. */
export function idOfLink(token: string): string | null {
  if (!/^[\w-]{54}$/.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(id) ? id : null;
}

/** @returns the id; null for a text that is not a link of this purpose and holder */
export function openLink(
  secret: Uint8Array,
  purpose: LinkPurpose,
  token: string,
  holder = '',
): string | null {
  const id = idOfLink(token);
  const tag = Buffer.from(token, 'base64url').subarray(idBytes);
  return id !== null && timingSafeEqual(tag, tagOf(secret, purpose, id, holder)) ? id : null;
}
