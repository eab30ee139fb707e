// The account routes of the API.
import type { z } from '../../shared/zod.ts';
import {
  forgotAnswerSchema,
  resetAnswerSchema,
  signupAnswerSchema,
  tokenPairSchema,
  verifyAnswerSchema,
  type changePasswordSchema,
  type loginSchema,
  type setPasswordSchema,
  type signupSchema,
  type verifyFormSchema,
} from '../../shared/schemas/accounts.ts';
import { callApi, type Parser } from './api.ts';

type Input<Schema extends z.ZodType> = z.output<Schema>;

/** For answers whose body is not used. */
const anything: Parser<null> = { safeParse: () => ({ success: true, data: null }) };
const text: Parser<string> = {
  safeParse: (value) => (typeof value === 'string' ? { success: true, data: value } : { success: false }),
};

export const accountsApi = {
  signUp: ({ show_email, ...body }: Input<typeof signupSchema>) =>
    callApi('POST', '/user/', signupAnswerSchema, {
      body: { ...body, show_email: String(show_email) },
      anonymous: true,
    }),

  logIn: (body: Input<typeof loginSchema>) =>
    callApi('POST', '/token/', tokenPairSchema, { body, anonymous: true }),

  /** @param id of the pending account; '' if this browser knows none */
  verifyUser: (body: Input<typeof verifyFormSchema>, id: string) =>
    callApi('POST', '/user/verify/', verifyAnswerSchema, { body: { ...body, id }, anonymous: true }),

  /** Sends the session if there is one, so that a verified person is told so instead of being promised a mail. */
  resendRegistrationCode: (email: string, id: string) =>
    callApi('POST', '/user/resend-registration-code/', anything, { body: { email, id } }),

  /** @param earlier request token of this tab's earlier request; '' for none */
  forgotPassword: (email: string, earlier: string) =>
    callApi('POST', '/user/forgot-password/', forgotAnswerSchema, {
      body: earlier ? { email, request_token: earlier } : { email },
      anonymous: true,
    }),

  /** @param requestToken '' to use the cookie of the request */
  verifyResetCode: (code: string, email: string, requestToken: string) =>
    callApi('POST', '/user/verify-password/', resetAnswerSchema, {
      body: { code, ...(email && { email }), ...(requestToken && { request_token: requestToken }) },
      anonymous: true,
    }),

  /** @param resetToken '' to use the cookie of the reset */
  setPassword: (input: Omit<Input<typeof setPasswordSchema>, 'reset_token'>, resetToken: string) =>
    callApi('POST', '/user/set-password/', anything, {
      body: resetToken ? { ...input, reset_token: resetToken } : input,
      anonymous: true,
    }),

  changePassword: (userId: string, body: Input<typeof changePasswordSchema>) =>
    callApi('POST', `/user/${encodeURIComponent(userId)}/change-password/`, tokenPairSchema, { body }),

  generateStrongPassword: () => callApi('GET', '/user/generate-strong-password/', text, { anonymous: true }),
};
