// Accounts as staff see and change them (/api/v1/desk/me/ and /api/v1/desk/accounts/).
import { roleSchema } from '../roles.ts';
import { z } from '../../zod.ts';
import { decisionSchema, strikeSchema } from './decisions.ts';

export const staffSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: roleSchema,
    version: z.string().meta({ description: 'Version of the server, such as 1.4.0.' }),
    build: z.string().meta({ description: 'Tells two builds of a version apart; empty in development.' }),
  })
  .meta({ id: 'DeskStaff', description: 'Who asks, and which server answers.' });

export const accountStates = ['unverified', 'open', 'suspended'] as const;
export type AccountState = (typeof accountStates)[number];

export const deskAccountSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    handle: z.string().nullable(),
    role: roleSchema,
    state: z.enum(accountStates),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'DeskAccount' });

export const deskAccountDetailSchema = deskAccountSchema
  .extend({
    suspended_at: z.iso.datetime().nullable(),
    suspension_reason: z.string(),
    sessions: z.int().meta({ description: 'Places where it is logged in.' }),
    listings_count: z.int().meta({ description: 'In every state.' }),
    app_limit: z.int().meta({ description: 'How many apps it may have.' }),
    strikes: z.array(strikeSchema),
    decisions: z.array(decisionSchema).meta({ description: 'The 50 newest.' }),
  })
  .meta({ id: 'DeskAccountDetail' });

const minSearch = 2;
const maxSearch = 254;

export const findAccountsSchema = z.object({
  q: z
    .string()
    .trim()
    .min(minSearch, `Type at least ${String(minSearch)} letters of a name, or an email or an id.`)
    .max(maxSearch, `A search has at most ${String(maxSearch)} characters.`)
    .meta({ description: 'An id, an email, a handle, or the beginning of a first or last name.' }),
});

export const changeRoleSchema = z.object({ role: roleSchema }).meta({ id: 'ChangeRole' });

const limitRule = 'Enter a number from 1 to 100,000.';

export const changeAppLimitSchema = z
  .object({ app_limit: z.coerce.number(limitRule).int(limitRule).min(1, limitRule).max(100_000, limitRule) })
  .meta({ id: 'ChangeAppLimit' });

export const deleteAccountForSchema = z
  .object({
    email: z
      .string()
      .min(1, 'Type the email of the account, so that no other one is deleted.')
      .meta({ description: 'Email of the account, as a check.' }),
  })
  .meta({ id: 'DeleteAccountFor' });

export const endedSessionsSchema = z.object({ ended: z.int() }).meta({ id: 'EndedSessions' });

export type StaffJson = z.infer<typeof staffSchema>;
export type DeskAccountJson = z.infer<typeof deskAccountSchema>;
export type DeskAccountDetailJson = z.infer<typeof deskAccountDetailSchema>;
