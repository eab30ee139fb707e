// Second factors: passkeys, authenticator apps and recovery codes.
import {
  addPasskeySchema,
  changedFactorsSchema,
  confirmAuthenticatorSchema,
  confirmChangeSchema,
  factorsSchema,
  newAuthenticatorSchema,
  passkeyOptionsSchema,
  proveFactorSchema,
  provedSchema,
  renamePasskeySchema,
} from '../../../shared/schemas/factors.ts';
import { toIso } from '../../../shared/text/dates.ts';
import type { Caller } from '../../accounts/sessions.ts';
import type { Services } from '../../services.ts';
import { member } from '../middleware/caller.ts';
import { done } from '../middleware/once.ts';
import { idOf, operation, type Operation } from '../operation.ts';

const shared = { tag: 'Second factors', who: member } as const;
const change = { ...shared, answer: changedFactorsSchema } as const;
const options = {
  ...shared,
  answer: passkeyOptionsSchema,
  says: 'What the browser needs.',
  key: 'A new challenge takes the place of the one before.',
} as const;
const params = idOf('passkey');
const confirmed =
  'Asks for the password, or for a second factor that was proved within 10 minutes (403 with `code` `confirm`).';
const firstOne = 'The first factor comes with ten recovery codes, which are answered this once.';

/** The factors after a change, and new recovery codes. */
const changed = async (services: Services, caller: Caller, codes: string[] | null = null) => ({
  factors: await services.accounts.listFactors(caller),
  recovery_codes: codes,
});

export function factorOperations(): Operation[] {
  return [
    operation('GET /user/factors/', 'listFactors', {
      ...shared,
      summary: "One's own second factors",
      description: 'Names and dates only; no secret is ever answered again.',
      answer: factorsSchema,
      says: 'The factors.',
      run: ({ caller, services }) => services.accounts.listFactors(caller),
    }),
    operation('POST /user/factors/prove/options/', 'proveOptions', {
      ...options,
      summary: 'Asks for a passkey in a session',
      description:
        'Only for an answer by passkey; codes need no question. 409 for an account without a passkey.',
      run: ({ caller, services }) => services.accounts.beginProof(caller),
    }),
    operation('POST /user/factors/prove/', 'proveFactor', {
      ...shared,
      summary: 'Proves a second factor again',
      description:
        'A proof opens the desk to staff for 12 hours, and counts as fresh for 10 minutes: for roles, suspensions, bulk ' +
        'actions and changes of factors.',
      form: proveFactorSchema,
      answer: provedSchema,
      says: 'Proved.',
      async run({ caller, form, services }) {
        const provedAt = await services.accounts.proveFactor(caller, form);
        return { ...done, proved_at: toIso(provedAt) };
      },
    }),
    operation('POST /user/factors/passkeys/options/', 'addPasskeyOptions', {
      ...options,
      summary: 'Begins to add a passkey',
      description: `${confirmed} Beside another factor only the latter counts.`,
      form: confirmChangeSchema,
      refuses: [403],
      run: ({ caller, form, services }) => services.accounts.beginPasskey(caller, form),
    }),
    operation('POST /user/factors/passkeys/', 'addPasskey', {
      ...change,
      summary: 'Adds a passkey',
      description: firstOne,
      form: addPasskeySchema,
      status: 201,
      says: 'Added.',
      run: async ({ caller, form, services }) =>
        changed(services, caller, await services.accounts.addPasskey(caller, form)),
    }),
    operation('PATCH /user/factors/passkeys/{id}/', 'renamePasskey', {
      ...change,
      summary: 'Renames a passkey',
      description: 'The name is for its owner alone.',
      params,
      form: renamePasskeySchema,
      says: 'Renamed.',
      refuses: [404],
      async run({ caller, form, params: { id }, services }) {
        await services.accounts.renamePasskey(caller, id, form.name);
        return await changed(services, caller);
      },
    }),
    operation('POST /user/factors/passkeys/{id}/remove/', 'removePasskey', {
      ...change,
      summary: 'Removes a passkey',
      description: `${confirmed} Staff keep one factor: 409.`,
      params,
      form: confirmChangeSchema,
      says: 'Removed.',
      refuses: [403, 404],
      async run({ caller, form, params: { id }, services }) {
        await services.accounts.removePasskey(caller, { id, ...form });
        return await changed(services, caller);
      },
    }),
    operation('POST /user/factors/authenticator/', 'beginAuthenticator', {
      ...shared,
      summary: 'Begins to add an authenticator app',
      description: `${confirmed} Beside another factor only the latter counts. It counts once a code of it was sent.`,
      form: confirmChangeSchema,
      answer: newAuthenticatorSchema,
      says: 'The secret of the app.',
      refuses: [403],
      run: ({ caller, form, services }) => services.accounts.beginAuthenticator(caller, form),
    }),
    operation('POST /user/factors/authenticator/confirm/', 'confirmAuthenticator', {
      ...change,
      summary: 'Adds the authenticator app that shows this code',
      description: firstOne,
      form: confirmAuthenticatorSchema,
      says: 'Added.',
      run: async ({ caller, form, services }) =>
        changed(services, caller, await services.accounts.confirmAuthenticator(caller, form)),
    }),
    operation('POST /user/factors/authenticator/remove/', 'removeAuthenticator', {
      ...change,
      summary: 'Removes the authenticator app',
      description: `${confirmed} Staff keep one factor: 409.`,
      form: confirmChangeSchema,
      says: 'Removed.',
      refuses: [403, 404],
      async run({ caller, form, services }) {
        await services.accounts.removeAuthenticator(caller, form);
        return await changed(services, caller);
      },
    }),
    operation('POST /user/factors/recovery-codes/', 'makeRecoveryCodes', {
      ...change,
      summary: 'Makes ten new recovery codes; the old ones are void',
      description: confirmed,
      form: confirmChangeSchema,
      says: 'The new codes.',
      refuses: [403],
      run: async ({ caller, form, services }) =>
        changed(services, caller, await services.accounts.makeRecoveryCodes(caller, form)),
    }),
  ];
}
