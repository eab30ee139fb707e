// Examples of the desk's schemas.
import type {
  DeskAccountDetailJson,
  DeskAccountJson,
} from '../../../shared/schemas/moderation/desk-accounts.ts';

const created = '2026-11-02T08:30:00.000Z';
const id = '019a4f10-3c00-7000-8000-00000000da7a';

const account: DeskAccountJson = {
  id,
  name: 'Ada Obi',
  email: 'ada@example.com',
  handle: 'ada',
  role: 'member',
  state: 'open',
  created_at: created,
};

const detail: DeskAccountDetailJson = {
  ...account,
  suspended_at: null,
  suspension_reason: '',
  sessions: 2,
  listings_count: 1,
  app_limit: 500,
  strikes: [],
  decisions: [],
};

export const deskAccountExamples: Record<string, unknown> = {
  ChangeAppLimit: { app_limit: 800 },
  ChangeRole: { role: 'moderator' },
  DeleteAccountFor: { email: account.email },
  DeskAccountDetail: detail,
  DeskStaff: { id, name: account.name, role: 'moderator', version: '0.1.0', build: 'd81e563' },
  EndedSessions: { ended: 2 },
  PagedDeskAccounts: { results: [account], next: null, previous: null, count: 1 },
};
