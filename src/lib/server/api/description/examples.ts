// Examples of bodies and answers in the description. Typed, so that an example matches its schema.
import { linkHealth, ownLinks } from './link-examples.ts';
import type { OwnProofJson } from '../../../shared/schemas/proofs/proofs.ts';
import { answersOf, valuesOfColumns } from '../../../shared/schemas/app-fields.ts';
import type { AppJson, OwnAppJson } from '../../../shared/schemas/apps.ts';
import type { OwnSessionJson } from '../../../shared/schemas/sessions.ts';
import type { TimelineEntryJson } from '../../../shared/schemas/timeline.ts';
import type { OwnerJson, OwnUserJson, UserJson } from '../../../shared/schemas/users.ts';
import { reportExamples } from './report-examples.ts';
import type { VersionJson } from '../../../shared/schemas/versions.ts';
import type { AppCountsJson, ViewCountsJson } from '../../../shared/schemas/views.ts';
import { deskExamples } from './desk-examples.ts';
import { deskSiteExamples } from './desk-site-examples.ts';
import { factorExamples } from './factor-examples.ts';
import { followExamples } from './follow-examples.ts';
import { previewExamples } from './preview-examples.ts';
import { ruleExamples } from './rule-examples.ts';

const created = '2026-11-02T08:30:00.000Z';
const joined = '2026-10-01T09:00:00.000Z';
const userId = '019a2b6e-7c00-7000-8000-00000000a0da';
const appId = '019a4f10-3c00-7000-8000-0000000ba11e';

const names = { firstname: 'Ada', lastname: 'Obi' };
const contacts = { email: 'ada@example.com', phone_no: '+2348012345678', address: 'Yaba, Lagos' };
const email = contacts.email;
const password = 'four-plain-words-2026';
const code = 'K7M4QX2P';
const pair = { access: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoi.c2lnbmF0dXJl', refresh: 'rT4mJ0b1vXh2sQ' };
const requestToken = 'b1vXh2sQrT4mJ0';
const resetToken = 'h2sQrT4mJ0b1vX';

const owner: OwnerJson = {
  id: userId,
  ...names,
  dp: null,
  ...contacts,
  country: 'Nigeria',
  is_verified: true,
  date_joined: joined,
};

const user: UserJson = {
  ...owner,
  name: 'Ada Obi',
  country_code: 'NG',
  about_me: 'Builds tools for markets.',
  tags: ['typescript', 'kotlin'],
  social_account_dict: { github: 'https://github.com/ada' },
  handle: 'ada',
  views: 128,
  clicks: 310,
  open_to_work: true,
  open_until: created,
  work_kinds: ['full-time', 'contract'],
  work_remote: true,
  work_state: 'Lagos',
};

const ownUser: OwnUserJson = { ...user, show_email: true, show_phone: true, show_address: true };

const version: VersionJson = {
  id: '019a4f10-3c00-7000-8000-00000001e1ea',
  app: appId,
  version: '1.2.0',
  release_type: 'LIVE',
  release_date: created,
  latest_feature: 'Prices of three more markets.',
  created_at: created,
  updated_at: created,
};

const screenshot = {
  id: '019a4f10-3c00-7000-8000-000000005c4e',
  image: 'https://apps.example.ng/media/4f1c-1280.webp',
};

const ownProofBadge = { name: 'marketprices.ng', checked_at: '2026-11-03T09:00:00.000Z' };

const app: AppJson = {
  id: appId,
  name: 'Market Prices',
  name_id: 'market-prices',
  ...answersOf(valuesOfColumns({ platform: 'web' })),
  description: 'What food costs in the markets of Lagos today.',
  logo: 'https://apps.example.ng/media/9b2e-256.webp',
  category: 'Business,Food & Drink',
  website: 'https://marketprices.ng',
  version: version.version,
  screenshot: [screenshot],
  owner,
  current_version: version,
  created_at: created,
  updated_at: created,
  views: 2_048,
  taps: 310,
  popularity: 412,
  trend: 180,
  state: 'public',
  lifecycle: 'active',
  discontinued_at: null,
  replaced_by: null,
  proof: ownProofBadge,
  links: [linkHealth],
};

const ownApp: OwnAppJson = {
  ...app,
  state: 'held',
  state_at: created,
  state_reason: 'The name is like that of another app.',
  state_clears: 'Another name, or a proof that the website is yours.',
  state_policy: 'impersonation',
  state_decision: null,
  questions: [],
};

const timelineEntry: TimelineEntryJson = {
  id: '019a4f10-3c00-7000-8000-0000000071e0',
  created_at: created,
  category: 'LIST_APP',
  user: userId,
  app,
};

const session: OwnSessionJson = {
  id: '019a4f10-3c00-7000-8000-000000005e55',
  created_at: created,
  last_used_at: created,
  device: 'Chrome on Android',
  current: true,
};

const viewCounts: ViewCountsJson = { total: 2_048, days: [{ day: '2026-11-02', views: 17 }] };
const appCounts: AppCountsJson = {
  total: 2_048,
  taps: 310,
  days: [{ day: '2026-11-02', views: 17, taps: 3 }],
};

const pageOf = <Item>(item: Item) => ({ results: [item], next: null, previous: null, count: 1 });

/** Examples of schemas without a name. */
export const examples = {
  createApp: {
    name: app.name,
    description: app.description,
    category: app.category,
    website: app.website,
  },
  updateApp: { description: 'What food costs in forty markets today.', category: 'Food & Drink' },
  createVersion: {
    app: app.name_id,
    latest_feature: version.latest_feature,
    release_type: version.release_type,
    version: version.version,
    release_date: '2026-11-02T09:30',
  },
  updateVersion: { latest_feature: version.latest_feature, version: version.version },
  updateUser: { about_me: user.about_me, social_account_dict: JSON.stringify(user.social_account_dict) },
  password: 'vT4mJ0b1vXh2sQrK',
};

const ownProof: OwnProofJson = {
  state: 'proved',
  way: 'file',
  name: 'marketprices.ng',
  checked_at: '2026-11-03T09:00:00.000Z',
  next_check_at: '2026-12-03T09:00:00.000Z',
  problem: '',
  is_owner: true,
  case: null,
  case_state: null,
  code_sent: false,
  token: 'naijabuilt-4f1c9b2e4f1c9b2e4f1c9b2e4f1c9b2e',
  ways: [
    {
      way: 'file',
      possible: true,
      text: 'Put a text file at this address of marketprices.ng. Its only line is the token.',
      copies: [{ label: 'Content', text: 'naijabuilt-4f1c9b2e4f1c9b2e4f1c9b2e4f1c9b2e' }],
    },
  ],
};

/** Examples of named schemas. */
export const examplesByName: Record<string, unknown> = {
  ...reportExamples,
  ...factorExamples,
  ...ruleExamples,
  ...followExamples,
  ...previewExamples,
  App: app,
  BlockProof: { action: 'block', reason: 'The domain was sold to somebody else.' },
  CheckProof: { way: 'file' },
  ChangePassword: { current_password: password, new_password: 'four-other-words-2026' },
  ConfirmPassword: { password },
  Done: { success: true },
  EmailAddress: { email },
  EndSessions: { password, id: session.id },
  Error: {
    error: 'Enter a description of your app.',
    fields: { description: 'Enter a description of your app.' },
  },
  ForgotPassword: { email },
  ForgotPasswordAnswer: { success: true, request_token: requestToken },
  LinkHealth: linkHealth,
  Login: { email, password },
  OwnApp: ownApp,
  OwnLinks: ownLinks,
  OwnProof: ownProof,
  OwnUser: ownUser,
  PagedApps: pageOf(app),
  PagedOwnApps: pageOf(ownApp),
  PagedSessions: pageOf(session),
  PagedTimeline: pageOf(timelineEntry),
  PagedVersions: pageOf(version),
  PasswordChanged: { success: true, ...pair },
  Proof: ownProofBadge,
  Portfolio: { url: 'https://apps.example.ng/u/ada', user, apps: [app], apps_count: 1 },
  RefreshToken: { refresh: pair.refresh },
  ResendCode: { email, id: userId },
  ResetCode: { code, request_token: requestToken },
  ResetCodeAnswer: { success: true, reset_token: resetToken },
  Screenshot: screenshot,
  SetPassword: { email, password, confirm_password: password, reset_token: resetToken },
  Signup: { ...names, email, password, show_email: true },
  SignupAnswer: { id: userId, email, ...names },
  TokenPair: pair,
  User: user,
  VerifyAccount: { email, code, id: userId },
  VerifyAnswer: { success: true, data: pair },
  Version: version,
  ViewCounts: viewCounts,
  AppCounts: appCounts,
  ...deskExamples,
  ...deskSiteExamples,
};
