// Examples of the desk's bodies and answers in the description.
import type { QueueItemJson } from '../../../shared/schemas/moderation/cases.ts';
import type {
  BulkJson,
  BulkPreviewJson,
  CaseJson,
  DecisionJson,
  DeskListingJson,
  PreviewJson,
  TemplateJson,
} from '../../../shared/schemas/moderation/decisions.ts';
import type { DeskProofsJson } from '../../../shared/schemas/proofs/desk-proofs.ts';
import { deskAccountExamples } from './desk-account-examples.ts';

const at = '2026-11-21T08:30:00.000Z';
const until = '2026-12-21T08:30:00.000Z';
const number = '20261121-K7Q2';
const appId = '019a4f10-3c00-7000-8000-0000000ba11e';
const staff = { id: '019a2b6e-7c00-7000-8000-00000000bea1', name: 'Bola Ade' };
const owner = { id: '019a2b6e-7c00-7000-8000-00000000a0da', name: 'Ada Obi' };
const name = 'Quick Loans NG';
const reasons = {
  public_reason: 'It asks for a fee before a loan that never comes.',
  owner_reason: 'Three people paid a fee and got no loan.',
};

const queueItem: QueueItemJson = {
  number,
  kind: 'report',
  state: 'open',
  reason: 'scam',
  subject: { kind: 'app', id: appId, name, path: '/app/quick-loans-ng' },
  reports: 3,
  opened_at: at,
  due_at: '2026-11-22T08:30:00.000Z',
  is_overdue: false,
  waits_until: null,
  assigned_to: staff,
  version: 4,
};

const decision: DecisionJson = {
  number,
  at,
  source: 'staff',
  by: staff,
  action: 'remove',
  policy: 'scam',
  ...reasons,
  subject: { kind: 'app', id: appId, name },
  state_before: 'public',
  state_after: 'removed',
  case_number: number,
  bulk_number: null,
};

const listing: DeskListingJson = {
  id: appId,
  name,
  name_id: 'quick-loans-ng',
  state: 'public',
  owner,
  created_at: at,
};

const strike = {
  decision_number: '20261002-P3XH',
  policy: 'spam',
  created_at: at,
  expires_at: until,
  counts: true,
} as const;

const caseExample: CaseJson = {
  ...queueItem,
  subject: {
    ...queueItem.subject,
    state: 'public',
    exists: true,
    app_id: appId,
    image: null,
    screenshots: [],
    texts: [{ label: 'Description', text: 'A loan in five minutes.' }],
    links: [{ label: 'Website', url: 'https://quickloans.example' }],
  },
  owner: { ...owner, email: 'ada@example.com', is_suspended: false },
  note: '',
  report_list: [
    {
      number: '20261120-M4TR',
      reason: 'scam',
      message: 'I paid 5,000 naira and got no loan.',
      link: '',
      created_at: at,
      reporter: { id: null, name: 'Chidi', email: 'chidi@example.com' },
    },
  ],
  events: [{ id: '019a4f10-3c00-7000-8000-00000000e7e1', at, event: 'opened', by: null, text: '' }],
  history: [{ at, event: 'account.created' }],
  other_listings: [{ ...listing, id: '019a4f10-3c00-7000-8000-0000000ba11f' }],
  other_listings_count: 1,
  decisions: [],
  strikes: [strike],
  allowed_actions: ['none', 'ask-owner', 'remove-facts', 'limit', 'hold', 'remove', 'suspend', 'transfer'],
  claims: [
    {
      account: {
        id: '019a4f10-3c00-7000-8000-0000000c1a1e',
        name: 'Bola Ade',
        email: 'bola@quickloans.example',
      },
      name: 'quickloans.example',
      way: 'dns',
      checked_at: at,
      is_failing: false,
    },
  ],
  appeal: null,
};

const mail = {
  to: 'ada@example.com',
  subject: 'NaijaBuilt: your listing was removed',
  text: 'Hello Ada,\n\n...',
  html: '<!doctype html>...',
};

const preview: PreviewJson = {
  mails: [mail],
  state_before: 'public',
  state_after: 'removed',
  gives_strike: true,
  listings: 1,
};

const bulk: BulkJson = {
  number: '20261121-Q8WD',
  state: 'done',
  action: 'remove',
  policy: 'spam',
  ...reasons,
  account: owner,
  total: 200,
  done: 199,
  skipped: 1,
  created_at: at,
  finished_at: at,
  undo_until: until,
  by: staff,
};

const bulkPreview: BulkPreviewJson = { listings: 200, skipped: 0, owners: 1, mails: [mail] };

const templateForm = {
  name: 'Fee before a loan',
  use: 'owner',
  body: 'Please **remove** the fee.',
} as const;
const template: TemplateJson = {
  id: '019a4f10-3c00-7000-8000-0000000007e1',
  updated_at: at,
  ...templateForm,
};

const proofs: DeskProofsJson = {
  listing: { id: appId, name, name_id: 'quick-loans-ng', state: 'public' },
  results: [
    {
      account: { ...owner, email: 'ada@example.com' },
      is_owner: true,
      state: 'failing',
      way: 'file',
      name: 'quickloans.example',
      problem: 'The file does not hold the token.',
      checked_at: at,
      next_check_at: until,
      case: null,
    },
  ],
};

const pageOf = <Item>(item: Item) => ({ results: [item], next: null, previous: null, count: 1 });

/** Examples of named schemas. */
export const deskExamples: Record<string, unknown> = {
  ...deskAccountExamples,
  Bulk: bulk,
  BulkForm: { action: 'remove', policy: 'spam', ...reasons, listings: [], account: owner.id },
  BulkPreview: bulkPreview,
  Case: caseExample,
  CaseMessage: { to: 'owner', text: 'Which licence do you have?' },
  CaseNote: { text: 'The same text was listed last week.' },
  CaseVersion: { version: 4 },
  Decide: { version: 4, action: 'remove', policy: 'scam', ...reasons, message: '', facts: [] },
  Decision: decision,
  DecisionPreview: preview,
  DeskProofs: proofs,
  HandOver: { version: 4, to: 'bola@example.com' },
  PagedBulk: pageOf(bulk),
  PagedDeskListings: pageOf(listing),
  PagedQueue: pageOf(queueItem),
  Template: template,
  TemplateForm: templateForm,
  Templates: { results: [template] },
};
