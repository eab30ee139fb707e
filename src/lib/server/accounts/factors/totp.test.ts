import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { openTotpSecret, stepOfCode } from './totp.ts';

const secret = Secret.fromUTF8('12345678901234567890');
const codeOf = (step: number) => TOTP.generate({ secret, timestamp: step * 30_000 });

test('Accepts a code of the step before and after, and no other', () => {
  const now = 1_000 * 30_000;
  const accepted = [997, 998, 999, 1_000, 1_001, 1_002].map((step) =>
    stepOfCode(secret, codeOf(step), now, 0),
  );
  expect(accepted).toEqual([null, null, 999, 1_000, 1_001, null]);
});

test('Refuses a code of a step that is used', () => {
  const now = 1_000 * 30_000;
  expect(stepOfCode(secret, codeOf(1_000), now, 1_000)).toBeNull();
  expect(stepOfCode(secret, codeOf(1_001), now, 1_000)).toBe(1_001);
});

test('Opens a stored secret with the same AUTH_SECRET for its account alone', () => {
  const sealed = '1TSGFX73hVlFYZ9q60Amr6J1Wlc5S0vtzllMCh3LCPhnmZ-oy2AEMmnjHv4N8mZ1wIbXEHBN8s96rTKF_HwUcicI';
  const key = new TextEncoder().encode('a secret of the server that is long');
  expect(openTotpSecret(key, 'an account', sealed)?.base32).toBe(secret.base32);
  expect(openTotpSecret(key, 'another account', sealed)).toBeNull();
  expect(openTotpSecret(new Uint8Array(32), 'an account', sealed)).toBeNull();
});
