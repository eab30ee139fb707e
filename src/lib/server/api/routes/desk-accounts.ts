// What staff see and do of accounts.
import { deskAccountDetailSchema, deskAccountSchema, staffSchema } from '../../../shared/schemas/desk.ts';
import { roleSchema } from '../../../shared/schemas/factors.ts';
import { fullName } from '../../../shared/schemas/users.ts';
import { named, z } from '../../../shared/zod.ts';
import { buildHash, version } from '../../platform/version.ts';
import { freshAdmin, moderator } from '../middleware/caller.ts';
import { action, idOf, operation, pagedSchema, paging, type Operation } from '../operation.ts';

const read = { tag: 'Desk', who: moderator } as const;
const write = { ...read, limit: ['desk'], params: idOf('account') } as const;
const detail = { answer: deskAccountDetailSchema, says: 'The account.' } as const;
const limitRule = 'Enter a number from 1 to 100,000.';
const forAdmins = 'Only for admins, who have proved their second factor within ten minutes.';

export const deskAccountOperations = (): Operation[] => [
  operation('GET /desk/me/', 'findDeskStaff', {
    ...read,
    summary: 'Which member of staff asks',
    description: 'Answers 404 to everybody but staff, as every address of the desk.',
    answer: staffSchema,
    says: 'The caller.',
    async run({ caller: { role, userId }, services }) {
      const user = await services.profiles.findOwnUser(userId);
      return { id: userId, name: user ? fullName(user) : '', role, version, build: buildHash() };
    },
  }),
  operation('GET /desk/accounts/', 'findDeskAccounts', {
    ...read,
    summary: 'Finds accounts by name, email, handle or id',
    description: 'Accounts in every state but deleted ones, newest first.',
    query: z.object({
      q: z
        .string()
        .trim()
        .min(2, 'Type at least 2 letters of a name, an email or an id.')
        .max(254, 'A search has at most 254 characters.')
        .describe('An id, an email, a handle, or the beginning of a first or last name.'),
      ...paging.shape,
    }),
    limit: ['deskSearches'],
    answer: pagedSchema(deskAccountSchema, 'PagedDeskAccounts'),
    says: 'One page of accounts.',
    run: async ({ page, query: { cursor, q }, services }) =>
      page(await services.moderation.findAccounts(q, cursor), (account) => account),
  }),
  operation('GET /desk/accounts/{id}/', 'findDeskAccount', {
    ...read,
    ...detail,
    summary: 'An account with its listings, strikes and decisions',
    description: 'The account in any state.',
    params: idOf('account'),
    run: ({ params, services }) => services.moderation.describeAccount(params.id),
  }),
  operation('POST /desk/accounts/{id}/end-sessions/', 'endDeskAccountSessions', {
    ...write,
    summary: 'Ends every login of an account',
    description: 'Refused for the own account, and to moderators for accounts of staff.',
    answer: named('EndedSessions', { ended: z.int() }),
    says: 'How many ended.',
    run: async ({ caller, params, services }) => ({
      ended: await services.accounts.endSessionsFor(caller, params.id),
    }),
  }),
  action('POST /desk/accounts/{id}/verification/', 'sendDeskAccountVerification', {
    ...write,
    summary: 'Mails a new verification code to a pending account',
    description: 'Once a minute for each account.',
    says: 'Mailed.',
    run: ({ caller, params, services }) => services.accounts.sendVerificationFor(caller, params.id),
  }),
  operation('POST /desk/accounts/{id}/app-limit/', 'changeDeskAccountAppLimit', {
    ...write,
    ...detail,
    summary: 'Changes how many apps an account may have',
    description:
      'At first it is 500. Apps beyond a lower limit stay. Refused for the own account, and to moderators for accounts of staff.',
    form: named('ChangeAppLimit', {
      app_limit: z.coerce.number(limitRule).int(limitRule).min(1, limitRule).max(100_000, limitRule),
    }),
    async run({ caller, form, params: { id: userId }, services }) {
      await services.accounts.changeAppLimitFor(caller, userId, form.app_limit);
      return await services.moderation.describeAccount(userId);
    },
  }),
  operation('POST /desk/accounts/{id}/role/', 'changeDeskAccountRole', {
    ...write,
    ...detail,
    summary: 'Changes the role of an account',
    description: `${forAdmins} Losing rights ends every login of the account.`,
    who: freshAdmin,
    form: named('ChangeRole', { role: roleSchema }),
    async run({ caller, form, params: { id: userId }, services }) {
      await services.accounts.changeRoleFor(caller, userId, form.role);
      return await services.moderation.describeAccount(userId);
    },
  }),
  action('POST /desk/accounts/{id}/delete/', 'deleteDeskAccount', {
    ...write,
    summary: 'Deletes an account whose owner has asked for it',
    description: `${forAdmins} Works like the deletion by the owner, without the password.`,
    who: freshAdmin,
    form: named('DeleteAccountFor', {
      email: z
        .string()
        .min(1, 'Type the email of the account, so that no other one is deleted.')
        .describe('Email of the account, as a check.'),
    }),
    says: 'It is closed.',
    run: ({ caller, form, params, services }) =>
      services.ownData.deleteOnRequest(caller, params.id, form.email),
  }),
];
