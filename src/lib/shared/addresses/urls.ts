// Every address of the site is built here.
import { commonUrls } from './common-urls.ts';
import type { UpdateForm } from '../schemas/app-fields.ts';
import { slugify } from '../text/text.ts';

/** Parts of an app with an update page of their own. */
export type AppPart = UpdateForm | 'logo' | 'screenshots' | 'category' | 'visibility' | 'proof';

/** Parts of a profile with an update page of their own. */
export type ProfilePart =
  | 'picture'
  | 'basic-info'
  | 'social-info'
  | 'work'
  | 'listings'
  | 'lists'
  | 'security'
  | 'tokens'
  | 'logins'
  | 'your-data'
  | 'delete-account';

export const urls = {
  ...commonUrls,
  app: (nameId: string) => `/app/${encodeURIComponent(nameId)}`,
  updateApp: (nameId: string) => `/app/${encodeURIComponent(nameId)}/update`,
  updateAppPart: (nameId: string, part: AppPart) => `/app/${encodeURIComponent(nameId)}/update/${part}`,
  newScreenshots: (nameId: string) => `/app/${encodeURIComponent(nameId)}/update/screenshots/new`,
  screenshot: (nameId: string, id: string) =>
    `/app/${encodeURIComponent(nameId)}/update/screenshots/${encodeURIComponent(id)}`,
  replaceScreenshot: (nameId: string, id: string): string => `${urls.screenshot(nameId, id)}/replace`,
  deleteScreenshot: (nameId: string, id: string): string => `${urls.screenshot(nameId, id)}/delete`,
  claimApp: (nameId: string) => `/app/${encodeURIComponent(nameId)}/claim`,
  appStatistics: (nameId: string) => `/app/${encodeURIComponent(nameId)}/statistics`,
  deleteApp: (nameId: string) => `/app/${encodeURIComponent(nameId)}/delete`,
  newVersion: (nameId: string) => `/app/${encodeURIComponent(nameId)}/new`,
  versions: (nameId: string) => `/app/${encodeURIComponent(nameId)}/versions`,
  updateRelease: (nameId: string, id: string) =>
    `/app/${encodeURIComponent(nameId)}/update/releases/${encodeURIComponent(id)}`,
  deleteRelease: (nameId: string, id: string): string => `${urls.updateRelease(nameId, id)}/delete`,
  /** The public page of a decision about a listing. @param number such as 20261121-K7Q2 */
  decision: (number: string) => `/moderation/${encodeURIComponent(number)}`,
  user: (id: string) => `/user/${encodeURIComponent(id)}`,
  /** The address to share: the short one if the user has chosen one. */
  profileOf: ({ id, handle }: { id: string; handle: string | null }): string =>
    handle === null ? urls.user(id) : urls.handle(handle),
  handle: (handle: string) => `/u/${encodeURIComponent(handle)}`,
  resume: (handle: string) => `/@${encodeURIComponent(handle)}.json`,
  userTimeline: (id: string) => `/user/${encodeURIComponent(id)}/timeline`,
  picks: () => '/picks',
  list: (slug: string) => `/list/${encodeURIComponent(slug)}`,
  trendingFeed: () => '/feeds/trending.xml',
  provedFeed: () => '/feeds/proved.xml',
  picksFeed: () => '/feeds/picks.xml',
  categories: () => '/categories',
  category: (name: string) => `/category/${slugify(name)}`,
  search: (text = '') => (text ? `/search?q=${encodeURIComponent(text)}` : '/search'),
  searchResults: (text = '') => (text ? `/search/results?q=${encodeURIComponent(text)}` : '/search/results'),
  apps: () => '/apps',
  /** @param apps name_ids of a list to share; one's own list without them */
  saved: (apps: readonly string[] = []) => (apps.length > 0 ? `/saved?apps=${apps.join(',')}` : '/saved'),
  openSearch: () => '/opensearch.xml',
  login: () => '/login',
  signup: () => '/signup',
  verifyUser: () => '/verify-user',
  /** The code is in the fragment, which browsers send to no server, so that no log holds it. */
  verifyUserWith: (code: string) => `/verify-user#code=${code}`,
  forgotPassword: () => '/forgot-password',
  verifyPasswordReset: () => '/verify-password-reset',
  setPassword: () => '/set-password',
  passwordWasSet: () => '/set-password/success',
  changePassword: () => '/change-password',
  passwordWasChanged: () => '/change-password/success',
  profile: () => '/profile',
  updateProfile: () => '/profile/update',
  updateProfilePart: (part: ProfilePart) => `/profile/update/${part}`,
  /** @param slug 'new' for one that is not made yet */
  editList: (slug: string) => `/profile/update/lists?list=${encodeURIComponent(slug)}`,
  /** @param about such as 'app:zebra-ledger' (report-about.ts) @param list slug of the list that shows it */
  report: (about: string, list = '') =>
    `/report?about=${encodeURIComponent(about)}${list && `&list=${encodeURIComponent(list)}`}`,
  reportForm: () => '/report',
  reportCodeForm: () => '/report/code',
  /** @param request token of the report that waits for its code @param about what it is about */
  reportCode: (request: string, about: string) =>
    `/report/code?request=${request}&about=${encodeURIComponent(about)}`,
  followReport: (number: string, key: string) => `/report/${encodeURIComponent(number)}?key=${key}`,
  /** The form of a letter to somebody who is open to work. @param id of the account */
  write: (id: string) => `/write/${encodeURIComponent(id)}`,
  letterCodeForm: () => '/write/code',
  /** @param request token of the letter that waits for its code @param to id of the account that gets it */
  letterCode: (request: string, to: string) => `/write/code?request=${request}&to=${encodeURIComponent(to)}`,
  letter: (token: string) => `/letter/${token}`,
  appeal: (token: string) => `/appeal/${token}`,
  answerReport: (token: string) => `/answer/${token}`,
  notifications: () => '/notifications',
  /** @param token signed for one account and one time of mails */
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  policies: () => '/policies',
  policy: (id: string) => `/policies#${id}`,
  transparency: () => '/transparency',
  howWeCount: () => '/how-we-count',
  about: () => '/about',
  terms: () => '/terms',
  privacy: () => '/privacy',
  apiDocs: () => '/api/v1/docs',
  exportOf: (name: 'apps.csv' | 'apps.ndjson') => `/export/${name}`,
  takeAlong: (name: string) => `/export/${name}`,
  /** @param version hash of the content, which browsers keep for good */
  speculationRules: (version: string) => `/speculation-rules.json?v=${version}`,
  manifest: () => '/manifest.webmanifest',
  sitemap: () => '/sitemap.xml',
  sitemapOfPages: () => '/sitemaps/pages.xml',
  /** @param part number of the part, from 1 */
  sitemapOfApps: (part: number) => `/sitemaps/apps/${String(part)}.xml`,
  sitemapOfUsers: (part: number) => `/sitemaps/users/${String(part)}.xml`,
  newAppsFeed: () => '/feeds/apps.xml',
  releasesFeed: () => '/feeds/releases.xml',
  categoryFeed: (name: string) => `/feeds/category/${slugify(name)}.xml`,
  userFeed: (id: string) => `/feeds/user/${encodeURIComponent(id)}.xml`,
  listFeed: (slug: string) => `/feeds/list/${encodeURIComponent(slug)}.xml`,
  appFeed: (nameId: string) => `/feeds/app/${encodeURIComponent(nameId)}.xml`,
  /** @param subject id of the app or user; 'home' for the site's own card */
  card: (kind: 'app' | 'user' | 'site', subject: string, cardId: string) =>
    `/cards/${kind}/${subject}/${cardId}.jpg`,
  embedApp: (nameId: string) => `/embed/app/${encodeURIComponent(nameId)}`,
  appQr: (nameId: string) => `/app/${encodeURIComponent(nameId)}/qr.svg`,
  badge: (nameId: string, theme: 'light' | 'dark') =>
    `/badge/${encodeURIComponent(nameId)}.svg${theme === 'dark' ? '?theme=dark' : ''}`,
  promoteApp: (nameId: string) => `/app/${encodeURIComponent(nameId)}/promote`,
  oembed: (pageUrl: string) => `/oembed?url=${encodeURIComponent(pageUrl)}`,
} as const;

/** @returns `path` with one more query parameter */
export function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}

/**
 * First path segments of the site's own pages. No app can have one of them, or of `reservedApiNames`, as its name_id.
 */
export const reservedPaths = [
  'new',
  'app',
  'signup',
  'verify-user',
  'login',
  'forgot-password',
  'verify-password-reset',
  'set-password',
  'change-password',
  'search',
  'profile',
  'desk',
  'user',
  'terms',
  'privacy',
  'about',
  'report',
  'appeal',
  'write',
  'letter',
  'answer',
  'moderation',
  'policies',
  'transparency',
  'how-we-count',
  'category',
  'categories',
  'picks',
  'list',
  'apps',
  'saved',
  'notifications',
  'unsubscribe',
  'api',
  'media',
  'u',
  'embed',
  'badge',
  'feeds',
  'sitemaps',
  'cards',
  'oembed',
  'export',
  'healthz',
  'readyz',
  'offline',
];

export const reservedApiNames = ['category_list', 'social_list', 'exists', 'version', 'screenshot', 'new'];
