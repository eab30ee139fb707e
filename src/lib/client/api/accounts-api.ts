// The account routes of the API, as the forms call them.
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

/** For answers of which only the status counts. */
const anything: Parser<null> = { safeParse: () => ({ success: true, data: null }) };
const text: Parser<string> = {
  safeParse: (value) => (typeof value === 'string' ? { success: true, data: value } : { success: false }),
};
const anonymous = true;

export const accountsApi = {
  signUp: ({ show_email, ...body }: Input<typeof signupSchema>) =>
    callApi('POST', '/user/', signupAnswerSchema, {
      body: { ...body, show_email: String(show_email) },
      anonymous,
    }),

  logIn: (body: Input<typeof loginSchema>) =>
    callApi('POST', '/token/', tokenPairSchema, { body, anonymous }),

  /** Always with the id of the pending account, or '' where this browser knows of none. */
  verifyUser: (body: Input<typeof verifyFormSchema>, id: string) =>
    callApi('POST', '/user/verify/', verifyAnswerSchema, { body: { ...body, id }, anonymous }),

  /** With the session where there is one: somebody who is verified is told so, and no mail is promised. */
  resendRegistrationCode: (email: string, id: string) =>
    callApi('POST', '/user/resend-registration-code/', anything, { body: { email, id } }),

  /** @param earlier the half of the request that this tab made before, '' where it made none */
  forgotPassword: (email: string, earlier: string) =>
    callApi('POST', '/user/forgot-password/', forgotAnswerSchema, {
      body: earlier ? { email, request_token: earlier } : { email },
      anonymous,
    }),

  /** Without `requestToken` the cookie that came with it counts. */
  verifyResetCode: (code: string, requestToken: string) =>
    callApi('POST', '/user/verify-password/', resetAnswerSchema, {
      body: requestToken ? { code, request_token: requestToken } : { code },
      anonymous,
    }),

  /** Without `resetToken` the cookie that came with it counts. */
  setPassword: (input: Omit<Input<typeof setPasswordSchema>, 'reset_token'>, resetToken: string) =>
    callApi('POST', '/user/set-password/', anything, {
      body: resetToken ? { ...input, reset_token: resetToken } : input,
      anonymous,
    }),

  changePassword: (userId: string, body: Input<typeof changePasswordSchema>) =>
    callApi('POST', `/user/${encodeURIComponent(userId)}/change-password/`, tokenPairSchema, { body }),

  generateStrongPassword: () => callApi('GET', '/user/generate-strong-password/', text, { anonymous }),
};
