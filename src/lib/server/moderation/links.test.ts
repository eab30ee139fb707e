import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { idOfLink, openLink, sealLink } from './links.ts';

const secret = new Uint8Array(randomBytes(32));

test('A link opens with its purpose and secret alone', () => {
  const id = newId();
  const token = sealLink(secret, 'appeal-owner', id);
  expect(token).toMatch(/^[\w-]{54}$/);
  expect(openLink(secret, 'appeal-owner', token)).toBe(id);
  expect(openLink(secret, 'appeal-reporter', token)).toBeNull();
  expect(openLink(new Uint8Array(randomBytes(32)), 'appeal-owner', token)).toBeNull();
});

test('A link of a holder opens for nobody else', () => {
  const [id, holder, other] = [newId(), newId(), newId()];
  const token = sealLink(secret, 'owner-answer', id, holder);
  expect(token).toMatch(/^[\w-]{54}$/);
  expect(idOfLink(token)).toBe(id);
  expect(openLink(secret, 'owner-answer', token, holder)).toBe(id);
  expect(openLink(secret, 'owner-answer', token, other)).toBeNull();
  expect(openLink(secret, 'owner-answer', token)).toBeNull();
});

test('No character of a link can be changed', () => {
  const token = sealLink(secret, 'report-code', newId());
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, at) + other + token.slice(at + 1);
    // The last character has bits that no byte holds.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'))) continue;
    expect(openLink(secret, 'report-code', changed)).toBeNull();
  }
  for (const text of ['', 'x', `${token}A`, token.slice(1), '../../etc', '\u0000'])
    expect(openLink(secret, 'report-code', text)).toBeNull();
});
