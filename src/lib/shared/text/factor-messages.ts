export const factorMessages = {
  factors: {
    addFirst:
      'Staff log in with a second factor. Add a passkey or an authenticator app to your account under Login security.',
    prove: 'Confirm your second factor to open the desk.',
    needed: 'Your account has a second factor. Use a passkey, or enter a code.',
    wrongCode: 'This code is wrong or has already been used. Wait for the next one.',
    wrongRecoveryCode: 'This recovery code is wrong or has already been used.',
    wrongPasskey: 'This passkey was not accepted. Try again, or use another way.',
    authenticatorVoid:
      'This site can no longer check the codes of authenticator apps. Use a passkey or a recovery code, then set up the app again.',
    tooManyCodes: 'Too many codes were tried today. A passkey or a recovery code still works.',
    confirmByFactor: 'Confirm your second factor before you change this.',
    none: 'Your account has no second factor yet.',
    tooManyPasskeys: 'An account can have 10 passkeys. Remove one first.',
    passkeyMissing: 'This passkey has already been removed.',
    authenticatorMissing: 'The authenticator app has already been removed.',
  },
  tokens: {
    tooMany: 'An account can have 20 tokens. Revoke one first.',
    missing: 'This token has already been revoked, or has expired.',
    notHere:
      'A token for programs does not open this address. It changes the apps it was made for; reading needs no token.',
    notValid: 'This token is not valid: it was revoked or has expired, or its account is closed.',
    otherApp: 'This token was made for other apps.',
    noScope: (scope: string) => `This needs a token with the scope '${scope}'.`,
  },
} as const;

/** What a token may do, as the form and the mail say it. */
export const tokenScopes = {
  releases: 'List, change and delete releases',
  edit: 'Change texts, links and pictures',
} as const;
export type TokenScope = keyof typeof tokenScopes;

/** The days that the form offers. */
export const tokenDays = { 30: '30 days', 90: '90 days', 365: 'A year' } as const;
