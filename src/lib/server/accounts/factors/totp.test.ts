import { expect, test } from 'vitest';
import { base32, stepOfCode, totpAt, totpUri } from './totp.ts';

const secret = new TextEncoder().encode('12345678901234567890');

// RFC 6238, appendix B.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('Makes the code of the standard at %d seconds', (seconds, code) => {
  expect(totpAt(secret, Math.floor(seconds / 30), 8)).toBe(code);
});

test('Writes a secret as base32', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('Accepts a code of the step before and after, and no other', () => {
  const now = 1_000 * 30_000;
  const accepted = [997, 998, 999, 1_000, 1_001, 1_002].map((step) =>
    stepOfCode(secret, totpAt(secret, step), now, 0),
  );
  expect(accepted).toEqual([null, null, 999, 1_000, 1_001, null]);
});

test('Refuses a code of a step that is used, and texts that are no codes', () => {
  const now = 1_000 * 30_000;
  expect(stepOfCode(secret, totpAt(secret, 1_000), now, 1_000)).toBeNull();
  expect(stepOfCode(secret, totpAt(secret, 1_001), now, 1_000)).toBe(1_001);
  for (const text of ['', '12345', '1234567', 'abcdef', '½½½'])
    expect(stepOfCode(secret, text, now, 0)).toBeNull();
});

test('Names the site and the account in the address for apps', () => {
  expect(totpUri(secret, { site: 'Naija Built', email: 'ada@example.com' })).toBe(
    'otpauth://totp/Naija%20Built:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Naija%20Built',
  );
});
