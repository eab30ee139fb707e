// Schemas of the account forms and of the account routes.
import { z } from '../zod.ts';
import { cleanAddress, hasInvisible } from '../text/visible-text.ts';
import { limits, passwordLength } from './limits.ts';
import { messages } from '../text/messages.ts';
import { personLine } from './texts.ts';
import { oneLine } from '../text/text.ts';

/** @param missing message for an empty name */
export function personName(missing: string) {
  return personLine(missing, limits.personName, 'a name')
    .refine((name) => /^\D*$/.test(name), 'A name has no digits.')
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
    error: 'This email address has a character that cannot be seen. Delete it and type it again.',
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
const code = z.string(codeMissing).trim().min(1, codeMissing).max(64, 'A code has 8 characters.');

export const signupSchema = z
  .object({
    firstname: personName('Enter your first name.'),
    lastname: personName('Enter your last name.'),
    email,
    password: newPassword,
    show_email: z
      .union([z.boolean(), z.enum(['true', 'false'])], "'show_email' must be true or false.")
      .optional()
      .transform((value) => value !== false && value !== 'false')
      .meta({ description: 'Whether everyone is shown the email address; true when left out.' }),
  })
  .meta({ id: 'Signup' });

export const loginSchema = z.object({ email, password: givenPassword }).meta({ id: 'Login' });

const pendingId = z
  .union([z.literal(''), z.uuid().toLowerCase()], 'Send the id that the sign-up was answered with.')
  .optional()
  .meta({ description: "Id of the account, from the sign-up's answer; '' where it is not known." });

/** An id or a bearer token names the account, so that the address may be left out. */
export const verifySchema = z
  .object({ email: email.optional(), code, id: pendingId })
  .meta({ id: 'VerifyAccount' });

export const emailSchema = z.object({ email }).meta({ id: 'EmailAddress' });

export const resendSchema = emailSchema.extend({ id: pendingId }).meta({ id: 'ResendCode' });

/** One half of a reset, which the requesting client keeps. The other half is the code in the mail. */
const requestToken = z.string().max(200);

export const forgotSchema = z
  .object({
    email,
    request_token: requestToken
      .optional()
      .meta({ description: 'From an earlier answer: that request is replaced.' }),
  })
  .meta({ id: 'ForgotPassword' });

export const forgotAnswerSchema = z
  .object({ success: z.literal(true), request_token: z.string() })
  .meta({ id: 'ForgotPasswordAnswer' });

export const resetCodeSchema = z
  .object({
    code,
    email: z
      .preprocess((value) => value || undefined, email.optional())
      .meta({ description: 'Of the account, on another device than the one that asked.' }),
    request_token: requestToken
      .optional()
      .meta({ description: 'From /user/forgot-password/; else its cookie.' }),
  })
  .meta({ id: 'ResetCode' });

const repeatedPassword = z
  .string('Enter the password again.')
  .max(passwordLength.max, 'This password is too long.');

export const setPasswordSchema = z
  .object({
    email,
    password: newPassword,
    confirm_password: repeatedPassword,
    reset_token: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: 'From /user/verify-password/; else its cookie.' }),
  })
  .refine((value) => value.password === value.confirm_password, {
    path: ['confirm_password'],
    error: messages.password.mismatch,
  })
  .meta({ id: 'SetPassword' });

export const changePasswordSchema = z
  .object({ current_password: givenPassword, new_password: newPassword })
  .meta({ id: 'ChangePassword' });

/** The password is asked for again before an account is exported or deleted. */
export const confirmPasswordSchema = z.object({ password: givenPassword }).meta({ id: 'ConfirmPassword' });

export const refreshSchema = z
  .object({ refresh: z.string('Send the refresh token.').min(1, 'Send the refresh token.').max(512) })
  .meta({ id: 'RefreshToken' });

export const tokenPairSchema = z
  .object({ access: z.string(), refresh: z.string() })
  .meta({ id: 'TokenPair' });
export type TokenPair = z.infer<typeof tokenPairSchema>;

export const signupAnswerSchema = z
  .object({ id: z.string(), email: z.string(), firstname: z.string(), lastname: z.string() })
  .meta({ id: 'SignupAnswer' });
export const verifyAnswerSchema = z
  .object({
    success: z.literal(true),
    data: tokenPairSchema,
    reset_token: z.string().optional().meta({
      description:
        'Where the code proved the address alone: for /user/set-password/, as no password is valid.',
    }),
  })
  .meta({ id: 'VerifyAnswer' });
export const resetAnswerSchema = z
  .object({ success: z.literal(true), reset_token: z.string() })
  .meta({ id: 'ResetCodeAnswer' });

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

export const ownSessionSchema = z
  .object({
    id: z.string(),
    created_at: z.string(),
    last_used_at: z.string().meta({ description: 'To a quarter of an hour.' }),
    device: z.string().meta({ description: "Browser and system: 'Chrome on Android'; '' where unknown." }),
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'Session' });
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
      .meta({ description: 'The one to end; without it all but the one of this request.' }),
  })
  .meta({ id: 'EndSessions' });

/** The answer to a write that returns nothing. */
export const doneSchema = z.object({ success: z.literal(true) }).meta({ id: 'Done' });
