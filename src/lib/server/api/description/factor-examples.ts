import type { FactorsJson } from '../../../shared/schemas/factors/factors.ts';

const created = '2026-11-02T08:30:00.000Z';
const token = 'nbf_9sVJ2mH0qK7c4bT1xY8wE5rU3iO6pL0aSdFgHjKzXcV';
const passkey =
  '{"id":"9sVJ2mH0qK7c","rawId":"9sVJ2mH0qK7c","type":"public-key","clientExtensionResults":{},"response":{}}';
const code = '492039';
const password = 'four-plain-words-2026';
const recoveryCode = 'k7m4-qx3p-w9rt-h6cf';

const factors: FactorsJson = {
  role: 'member',
  passkeys: [
    { id: '019a4f10-3c00-7000-8000-00000000f1d0', name: 'Phone', created_at: created, last_used_at: created },
  ],
  authenticator: { created_at: created, last_used_at: null },
  recovery_codes: { left: 9, created_at: created },
  proved_at: created,
};
const needed = 'Your account has a second factor. Use a passkey, or enter a code.';

/** Examples of the named schemas of second factors. */
export const factorExamples: Record<string, unknown> = {
  AddPasskey: { token, name: 'Phone', passkey },
  ChangedFactors: { factors, recovery_codes: [recoveryCode] },
  ConfirmAuthenticator: { code },
  ConfirmFactorChange: { password },
  Factors: factors,
  LoginError: {
    error: needed,
    fields: {},
    code: 'second_factor',
    second_factor: { token, expires_at: created, methods: ['passkey', 'recovery_code'] },
  },
  LoginFactor: { token, code },
  LoginOptions: { token },
  NewAuthenticator: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Apps:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Apps',
  },
  PasskeyOptions: { token, options: { challenge: 'b1vXh2sQrT4mJ0', rpId: 'apps.example.ng' } },
  ProveFactor: { code },
  ProvedFactor: { success: true, proved_at: created },
  RenamePasskey: { name: 'Work laptop' },
};
