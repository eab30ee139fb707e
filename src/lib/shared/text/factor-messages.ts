export const factorMessages = {
  factors: {
    title: 'Login security',
    addFirst:
      'Staff log in with a second factor. Add a passkey or an authenticator app to your account under Login security.',
    prove: 'Confirm your second factor to open the desk.',
    proveAgain: 'Confirm your second factor again to do this.',
    adminsOnly: 'Only an admin can do this.',
    needed: 'Your account has a second factor. Use a passkey, or enter a code.',
    loginOver: 'This login has expired. Log in again.',
    wrongCode: 'This code is wrong or has already been used. Wait for the next one.',
    wrongRecoveryCode: 'This recovery code is wrong or has already been used.',
    wrongPasskey: 'This passkey was not accepted. Try again, or use another way.',
    authenticatorVoid:
      'This site can no longer check the codes of authenticator apps. Use a passkey or a recovery code, then set up the app again.',
    tooManyCodes: 'Too many codes were tried today. A passkey or a recovery code still works.',
    verifyFirst: 'Verify your account to add a second factor.',
    confirm: 'Enter your password.',
    confirmByFactor: 'Confirm your second factor before you change this.',
    none: 'Your account has no second factor yet.',
    noPasskey: 'Your account has no passkey.',
    tooManyPasskeys: 'An account can have 10 passkeys. Remove one first.',
    passkeyKnown: 'This passkey is already in use. Choose another one.',
    passkeyMissing: 'This passkey has already been removed.',
    authenticatorThere: 'You already have an authenticator app. Remove it first.',
    authenticatorMissing: 'The authenticator app has already been removed.',
    enrolOver: 'This QR code has expired. Start again.',
    lastOfStaff: 'Staff need a second factor. Add another one before you remove the last.',
  },
  tokens: {
    title: 'Tokens for programs',
    verifyFirst: 'Verify your account to make a token.',
    tooMany: 'An account can have 20 tokens. Revoke one first.',
    missing: 'This token has already been revoked, or has expired.',
    notOwnApp: 'Choose among your own apps.',
    notHere:
      'A token for programs does not open this address. It changes the apps it was made for; reading needs no token.',
    notValid: 'This token is not valid: it was revoked or has expired, or its account is closed.',
    otherApp: 'This token was made for other apps.',
    noScope: (scope: string) => `This needs a token with the scope '${scope}'.`,
    notField: (field: string) => `A token for programs cannot change '${field}'.`,
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
