import { hash } from 'node:crypto';

/** What stays of the name_id of a deleted app. */
export function digestOfNameId(nameId: string): string {
  return hash('sha256', nameId, 'base64url');
}
