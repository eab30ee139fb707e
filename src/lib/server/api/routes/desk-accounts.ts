// What staff see and do of accounts.
import {
  changeAppLimitSchema,
  changeRoleSchema,
  deleteAccountForSchema,
  deskAccountDetailSchema,
  deskAccountSchema,
  endedSessionsSchema,
  findAccountsSchema,
  staffSchema,
} from '../../../shared/schemas/desk.ts';
import { fullName } from '../../../shared/schemas/users.ts';
import { buildHash, version } from '../../platform/version.ts';
import { freshAdmin, moderator } from '../middleware/caller.ts';
import { action, idOf, operation, pagedSchema, paging, type Operation } from '../operation.ts';

const read = { tag: 'Desk', who: moderator } as const;
const write = { ...read, limit: ['desk'], params: idOf('account') } as const;
const detail = { answer: deskAccountDetailSchema, says: 'The account.' } as const;
const forAdmins = 'Only for admins, who have proved their second factor within ten minutes.';

export function deskAccountOperations(): Operation[] {
  return [
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
      query: findAccountsSchema.extend(paging.shape),
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
      answer: endedSessionsSchema,
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
      form: changeAppLimitSchema,
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
      form: changeRoleSchema,
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
      form: deleteAccountForSchema,
      says: 'It is closed.',
      run: ({ caller, form, params, services }) =>
        services.ownData.deleteOnRequest(caller, params.id, form.email),
    }),
  ];
}
