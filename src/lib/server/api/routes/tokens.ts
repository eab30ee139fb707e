// Tokens for programs.
import { madeTokenSchema, makeTokenSchema, tokensSchema } from '../../../shared/schemas/factors.ts';
import { member } from '../middleware/caller.ts';
import { idOf, operation, type Operation } from '../operation.ts';

const shared = { tag: 'Tokens', who: member } as const;

export function tokenOperations(): Operation[] {
  return [
    operation('GET /user/tokens/', 'listTokens', {
      ...shared,
      summary: "One's own tokens for programs, newest first",
      description: 'Names, scopes and dates only; no token is ever answered again.',
      answer: tokensSchema,
      says: 'The tokens.',
      run: async ({ caller, services }) => ({ tokens: await services.accounts.listTokens(caller) }),
    }),
    operation('POST /user/tokens/', 'makeToken', {
      ...shared,
      summary: 'Makes a token with which a program changes apps',
      description:
        'Asks for the password, or for a second factor that was proved within 10 minutes (403 with `code` `confirm`); ' +
        'for an account with a factor only the latter counts. An account has 20 tokens at most: 409. The owner is mailed.',
      form: makeTokenSchema,
      key: 'A token is shown once and not kept: revoke it, and make another.',
      limit: ['tokens'],
      status: 201,
      answer: madeTokenSchema,
      says: 'The token.',
      refuses: [403],
      run: async ({ caller, form, services }) => ({
        secret: await services.accounts.makeToken(caller, form),
        tokens: await services.accounts.listTokens(caller),
      }),
    }),
    operation('DELETE /user/tokens/{id}/', 'revokeToken', {
      ...shared,
      summary: 'Revokes a token at once',
      description: 'Needs no password.',
      params: idOf('token'),
      limit: ['changes'],
      answer: tokensSchema,
      says: 'The others.',
      refuses: [404],
      async run({ caller, params, services }) {
        await services.accounts.revokeToken(caller, params.id);
        return { tokens: await services.accounts.listTokens(caller) };
      },
    }),
  ];
}
