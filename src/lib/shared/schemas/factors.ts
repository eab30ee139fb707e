// Roles of accounts. Staff are moderators and admins.
import { tokenScopes, type TokenScope } from '../text/factor-messages.ts';
import { factorLimits, tokenLimits } from './limits.ts';
import { named, enumOf, keysOf, z } from '../zod.ts';
import { confirmPasswordSchema } from './accounts.ts';
import { line, namesIn } from './texts.ts';

/** In the order of their rights. */
export const roles = { member: 'Member', moderator: 'Moderator', admin: 'Admin' } as const;
export type Role = keyof typeof roles;
export type StaffRole = Exclude<Role, 'member'>;

export const roleSchema = enumOf(roles, 'Choose member, moderator or admin.').meta({ id: 'Role' });

/** Whether `role` has at least the rights of `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  const order = keysOf(roles);
  return order.indexOf(role) >= order.indexOf(needed);
}

/** Hours that a desk session lasts after its second factor was proved. */
export const deskHours = 12;

/** `code` of the API errors that a second factor clears. */
export const factorCodes = ['second_factor', 'fresh_factor', 'confirm'] as const;
export type FactorCode = (typeof factorCodes)[number];

/** The answer to the question for a second factor, as a form sends it: one of them, a passkey with its token. */
export type FactorAnswer = { code: string } | { recovery_code: string } | { passkey: string; token: string };

// Second factors of logins: passkeys (WebAuthn), an authenticator app (TOTP) and recovery codes.

/** Minutes that a login waits for its second factor, and that a challenge of a passkey is valid. */
export const challengeMinutes = 10;

/** Minutes that a new authenticator app waits for its first code. */
export const enrolMinutes = 10;

const token = z.string('Send the token.').regex(/^nbf_[\w-]{43}$/, 'This is not a token of a login.');

/** What the browser's `navigator.credentials` answered. The server hands it to its WebAuthn library. */
const passkeyText = z
  .string('Send the answer of the passkey.')
  .min(2, 'Send the answer of the passkey.')
  .max(20_000, 'This answer of a passkey is too long.')
  .describe('JSON text of `PublicKeyCredential.toJSON()`.');

const sixDigits = z
  .string('Enter the code from your authenticator app.')
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'The code of an authenticator app has 6 digits.'));

const recoveryCode = z
  .string('Enter a recovery code.')
  .trim()
  .min(1, 'Enter a recovery code.')
  .max(64, 'A recovery code has 16 characters.');

const answer = {
  code: sixDigits.optional().describe('Of the authenticator app.'),
  recovery_code: recoveryCode.optional().describe('One of the ten; it works once.'),
  passkey: passkeyText.optional(),
};
const one = 'Send one of code, recovery_code and passkey.';
const hasOne = (given: { [Name in keyof typeof answer]?: string | undefined }): boolean =>
  [given.code, given.recovery_code, given.passkey].filter((value) => value !== undefined).length === 1;

export const loginFactorSchema = z
  .object({
    token: token.describe('From /token/, or for a passkey alone from /token/factor/options/.'),
    ...answer,
  })
  .refine(hasOne, { error: one, path: ['code'] })
  .meta({ id: 'LoginFactor' });

export const proveFactorSchema = z
  .object({
    token: token.optional().describe('From /user/factors/prove/options/; with a passkey only.'),
    ...answer,
  })
  .refine(hasOne, { error: one, path: ['code'] })
  .refine((given) => given.passkey === undefined || given.token !== undefined, {
    error: 'Send the token of the challenge.',
    path: ['token'],
  })
  .meta({ id: 'ProveFactor' });

export const loginOptionsSchema = named('LoginOptions', {
  token: token.optional().describe('From /token/; left out to log in with a passkey and no password.'),
});

/** Every change of factors asks for the password, or a fresh proof of a factor. */
export const confirmChangeSchema = named('ConfirmFactorChange', {
  password: confirmPasswordSchema.shape.password
    .optional()
    .describe('May be left out within 10 minutes after a second factor was proved.'),
});

const passkeyName = line('Give the passkey a name.', factorLimits.passkeyName, 'the name');

export const addPasskeySchema = named('AddPasskey', { token, name: passkeyName, passkey: passkeyText });
export const renamePasskeySchema = named('RenamePasskey', { name: passkeyName });
export const confirmAuthenticatorSchema = named('ConfirmAuthenticator', { code: sixDigits });

const passkeySchema = named('Passkey', {
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

export const factorsSchema = named('Factors', {
  role: roleSchema,
  passkeys: z.array(passkeySchema),
  authenticator: z
    .object({ created_at: z.string(), last_used_at: z.string().nullable() })
    .nullable()
    .describe('null without an authenticator app.'),
  recovery_codes: z.object({ left: z.int(), created_at: z.string().nullable() }),
  proved_at: z.string().nullable().describe('When this session proved a second factor last; null for never.'),
});
export type FactorsJson = z.infer<typeof factorsSchema>;

export const changedFactorsSchema = named('ChangedFactors', {
  factors: factorsSchema,
  recovery_codes: z
    .array(z.string())
    .nullable()
    .describe('New ones, shown this once; null where the old ones stay.'),
});
export type ChangedFactors = z.infer<typeof changedFactorsSchema>;

export const newAuthenticatorSchema = named('NewAuthenticator', {
  secret: z.string().describe('Base32, to type into an app.'),
  uri: z.string().describe('`otpauth://` address, to show as a QR code.'),
});

/** `options` go to the browser as they are. */
export const passkeyOptionsSchema = named('PasskeyOptions', {
  token: z.string().describe('To send back with the answer of the passkey.'),
  options: z
    .record(z.string(), z.unknown())
    .describe('Options of WebAuthn in their JSON form, for `navigator.credentials`.'),
});
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

export const provedSchema = named('ProvedFactor', { success: z.literal(true), proved_at: z.string() });

export const factorMethods = ['passkey', 'code', 'recovery_code'] as const;
export type FactorMethod = (typeof factorMethods)[number];

export const secondFactorSchema = named(
  'SecondFactor',
  {
    token: z.string().describe('For /token/factor/.'),
    expires_at: z.string(),
    methods: z.array(z.enum(factorMethods)),
  },
  'What the login still needs.',
);
export type SecondFactorJson = z.infer<typeof secondFactorSchema>;

// Tokens with which programs change the apps of their owner.

const daysRule = `Choose 1 to ${tokenLimits.days} days.`;

const joined = (text: string): string[] => [...new Set(namesIn(text))];

export const makeTokenSchema = named('MakeToken', {
  name: line('Give the token a name.', tokenLimits.name, 'the name'),
  scopes: z
    .string('Choose what the token may do.')
    .transform((text, context): TokenScope[] => {
      const names = joined(text);
      const scopes = keysOf(tokenScopes).filter((scope) => names.includes(scope));
      if (names.length === 0 || scopes.length < names.length)
        context.addIssue({ code: 'custom', message: 'Choose releases, edit, or both.' });
      return scopes;
    })
    .meta({ description: '`releases`, `edit`, or both joined by a comma.' }),
  apps: z
    .string('Choose the apps.')
    .max(20_000)
    .transform((text) => (text.trim() === 'all' ? null : joined(text)))
    .refine((ids) => ids?.length !== 0, 'Choose the apps.')
    .meta({ description: '`all`, also those listed later; or ids of own apps, joined by commas.' }),
  days: z.coerce
    .number(daysRule)
    .int(daysRule)
    .min(1, daysRule)
    .max(tokenLimits.days, daysRule)
    .meta({ description: 'Until it ends.' }),
  ...confirmChangeSchema.shape,
});
export type MakeToken = z.output<typeof makeTokenSchema>;

export const tokenSchema = named('Token', {
  id: z.string(),
  name: z.string(),
  scopes: z.array(enumOf(tokenScopes)),
  apps: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .nullable()
    .describe('null for all apps, also later ones.'),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_on: z.string().nullable().describe('The day in Lagos; null for never.'),
});
export type TokenJson = z.infer<typeof tokenSchema>;

export const tokensSchema = named('Tokens', { tokens: z.array(tokenSchema) });
export type TokensJson = z.infer<typeof tokensSchema>;

export const madeTokenSchema = named('MadeToken', {
  secret: z.string().describe('For `Authorization: Bearer`. It is shown this once.'),
  tokens: z.array(tokenSchema),
});
export type MadeToken = z.infer<typeof madeTokenSchema>;
