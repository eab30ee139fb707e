import { named, z } from '../zod.ts';
import { cleanAddress, hasInvisible } from '../text/visible-text.ts';
import { limits, passwordLength } from './limits.ts';
import { messages } from '../text/messages.ts';
import { personLine } from './texts.ts';
import { oneLine } from '../text/text.ts';

/** @param missing message for an empty name */
export function personName(missing: string) {
  return personLine(missing, limits.personName, 'a name')
    .refine((name) => /^\D*$/.test(name), 'A name cannot contain digits.')
    .meta({ minLength: 1, maxLength: limits.personName, pattern: '^\\D*$' });
}

const emailMissing = 'Enter your email address.';
const tooLong = 'This email address is too long.';
// A control character in an address could add a header to a mail.
const email = z
  .string(emailMissing)
  .trim()
  .min(1, emailMissing)
  .max(limits.email, tooLong)
  .refine((text) => !hasInvisible(text), {
    error: 'This email address contains an invisible character. Delete it and type it again.',
    abort: true,
  })
  .refine((text) => cleanAddress(text) !== null, {
    error: 'Enter an email address such as ada@example.com.',
    abort: true,
  })
  .overwrite((text) => cleanAddress(text) ?? text)
  // Again after the change: a domain in another script is longer in the form that mail uses.
  .max(limits.email, tooLong);

const newPassword = z
  .string('Choose a password.')
  .min(passwordLength.min, messages.password.tooShort)
  .max(passwordLength.max, `Passwords must contain ${passwordLength.max} characters at most`);

const givenPassword = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(passwordLength.max, 'This password is too long.');

const codeMissing = 'Enter the code from the mail.';
export const mailedCode = z
  .string(codeMissing)
  .trim()
  .min(1, codeMissing)
  .max(64, 'A code has 8 characters.');

export const signupSchema = named('Signup', {
  firstname: personName('Enter your first name.'),
  lastname: personName('Enter your last name.'),
  email,
  password: newPassword,
  show_email: z
    .union([z.boolean(), z.enum(['true', 'false'])], "'show_email' must be true or false.")
    .optional()
    .transform((value) => value !== false && value !== 'false')
    .describe('Whether everyone is shown the email address; true when left out.'),
});

export const loginSchema = named('Login', { email, password: givenPassword });

const pendingId = z
  .union([z.literal(''), z.uuid().toLowerCase()], 'Send the id that the sign-up was answered with.')
  .optional()
  .describe("Id of the account, from the sign-up's answer; '' where it is not known.");

/** An id or a bearer token names the account, so that the address may be left out. */
export const verifySchema = named('VerifyAccount', {
  email: email.optional(),
  code: mailedCode,
  id: pendingId,
});

export const emailSchema = named('EmailAddress', { email });

export const resendSchema = emailSchema.extend({ id: pendingId }).meta({ id: 'ResendCode' });

/** One half of a reset, which the requesting client keeps. The other half is the code in the mail. */
const requestToken = z.string().max(1_000);

export const forgotSchema = named('ForgotPassword', {
  email,
  request_token: requestToken.optional().describe('From an earlier answer: that request is replaced.'),
});

export const forgotAnswerSchema = named('ForgotPasswordAnswer', {
  success: z.literal(true),
  request_token: z.string(),
});

export const resetCodeSchema = named('ResetCode', {
  code: mailedCode,
  email: z
    .preprocess((value) => value || undefined, email.optional())
    .describe('Of the account, on another device than the one that asked.'),
  request_token: requestToken.optional().describe('From /user/forgot-password/; else its cookie.'),
});

const repeatedPassword = z
  .string('Enter the password again.')
  .max(passwordLength.max, 'This password is too long.');

export const setPasswordSchema = z
  .object({
    email,
    password: newPassword,
    confirm_password: repeatedPassword,
    reset_token: z.string().max(1024).optional().describe('From /user/verify-password/; else its cookie.'),
  })
  .refine((value) => value.password === value.confirm_password, {
    path: ['confirm_password'],
    error: messages.password.mismatch,
  })
  .meta({ id: 'SetPassword' });

export const changePasswordSchema = named('ChangePassword', {
  current_password: givenPassword,
  new_password: newPassword,
});

/** The password is asked for again before an account is exported or deleted. */
export const confirmPasswordSchema = named('ConfirmPassword', { password: givenPassword });

export const refreshSchema = named('RefreshToken', {
  refresh: z.string('Send the refresh token.').min(1, 'Send the refresh token.').max(512),
});

export const tokenPairSchema = named('TokenPair', { access: z.string(), refresh: z.string() });
export type TokenPair = z.infer<typeof tokenPairSchema>;

export const signupAnswerSchema = named('SignupAnswer', {
  id: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
});
export const verifyAnswerSchema = named('VerifyAnswer', {
  success: z.literal(true),
  data: tokenPairSchema,
  reset_token: z
    .string()
    .optional()
    .describe('Where the code proved the address alone: for /user/set-password/, as no password is valid.'),
});
export const resetAnswerSchema = named('ResetCodeAnswer', {
  success: z.literal(true),
  reset_token: z.string(),
});

/** Claims of an access token, without `aud` (the site's address), which only the server checks. */
export const accessClaimsSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  firstname: z.string(),
  is_verified: z.boolean(),
  dp: z.string().nullable(),
  sid: z.string(),
  /** Seconds since 1970. */
  iat: z.int(),
  exp: z.int(),
});
export type AccessClaims = z.infer<typeof accessClaimsSchema>;

// A session as its owner sees it: browser and system. Neither the network address nor the place is stored.

export const ownSessionSchema = named('Session', {
  id: z.string(),
  created_at: z.string(),
  last_used_at: z.string().describe('To a quarter of an hour.'),
  device: z.string().describe("Browser and system: 'Chrome on Android'; '' where unknown."),
  current: z.boolean().describe('Whether it is the session of this request.'),
});
export type OwnSessionJson = z.infer<typeof ownSessionSchema>;

export const endSessionsSchema = confirmPasswordSchema
  .extend({
    // '' is refused, because an id that is missing by mistake must not end all sessions.
    id: z
      .string()
      .min(1, 'Say which login to end.')
      .max(64, 'This is not the id of a login.')
      .regex(oneLine, 'This is not the id of a login.')
      .optional()
      .describe('The one to end; without it all but the one of this request.'),
  })
  .meta({ id: 'EndSessions' });

/** The answer to a write that returns nothing. */
export const doneSchema = named('Done', { success: z.literal(true) });
