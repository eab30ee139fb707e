// Examples of the schemas of the site's settings.
import type { DeskCategories } from '../../../shared/schemas/moderation/categories.ts';
import type { DeskShelfJson } from '../../../shared/schemas/moderation/shelves.ts';
import type { NumbersJson, SiteSettingsJson } from '../../../shared/schemas/moderation/site.ts';

const text = 'On Sunday from 02:00 to 03:00 nobody can list an app.';
const until = '2026-11-22T02:00:00.000Z';

const settings: SiteSettingsJson = {
  contact: { version: 1, email: 'help@apps.example.ng', default_email: 'hello@apps.example.ng' },
  data_price: { version: 0, naira_per_gb: null, default_naira_per_gb: 475 },
  announcement: {
    version: 3,
    current: {
      id: '019a4f10-3c00-7000-8000-0000000000aa',
      text,
      link: '/about',
      kind: 'info',
      from: null,
      until,
      is_dismissible: true,
    },
  },
};

const numbers: NumbersJson = {
  at: '2026-11-21T08:30:00.000Z',
  accounts: { verified: 4_210, pending: 12, suspended: 3, staff: 4 },
  listings: { public: 6_120, unlisted: 40, held: 2, limited: 5, removed: 31 },
  cases: { open: 4, waiting: 2, overdue: 0 },
  mails: { waiting: 1, failed: 0 },
  jobs: { waiting: 0, failing: 0 },
  nodes: [{ version: '1.4.0', count: 3 }],
  days: [{ day: '2026-11-21', sign_ups: 9, listings: 14, releases: 21, reports: 2, decisions: 3 }],
};

const categories: DeskCategories = {
  most: 32,
  categories: [
    {
      id: 'finance',
      name: 'Money',
      version: 2,
      listings: 812,
      former_names: ['Finance'],
    },
  ],
};

const app = '019a4f10-3c00-7000-8000-0000000000b1';

const shelf: DeskShelfJson = {
  id: '019a4f10-3c00-7000-8000-0000000000b0',
  slot: 'day',
  title: 'App of the day',
  version: 1,
  from: '2026-11-20T23:00:00.000Z',
  until: '2026-11-21T23:00:00.000Z',
  status: 'current',
  created_by: '019a4f10-3c00-7000-8000-0000000000b2',
  apps: [
    {
      id: app,
      name_id: 'market-prices',
      name: 'Market Prices',
      is_listed: true,
      missing: [],
      description: 'What food costs in forty markets today.',
      logo: null,
    },
  ],
};
const { slot, title, from, until: end } = shelf;
const typed = { slot, title, from, until: end, apps: [app] };

export const deskSiteExamples: Record<string, unknown> = {
  AddShelf: typed,
  ChangeShelf: { ...typed, version: 1 },
  DeskShelf: shelf,
  PagedDeskShelves: { results: [shelf], next: null, previous: null, count: 1 },
  Pick: { ...shelf.apps[0], missing: ['logo'] },
  RemoveShelf: { version: 1 },
  AddCategory: { name: 'Agriculture' },
  ChangeCategory: { version: 1, name: 'Money', position: 7 },
  DeskCategories: categories,
  DeskCategory: categories.categories[0],
  MergeCategory: { version: 1, into: 'shopping' },
  MergePreview: { listings: 42, both: 3 },
  RemoveCategory: { version: 1 },
  ChangeAnnouncement: {
    version: 2,
    text,
    link: '/about',
    kind: 'info',
    from: null,
    until,
    is_dismissible: true,
  },
  ChangeContact: { version: 0, email: 'help@apps.example.ng' },
  ChangeDataPrice: { version: 0, naira_per_gb: 500 },
  Numbers: numbers,
  RemoveAnnouncement: { version: 3 },
  SiteSettings: settings,
};
