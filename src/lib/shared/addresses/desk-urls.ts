// Addresses of the desk. They are not in urls.ts, so that public pages do not load them.

/** The parts of the desk, in the order of its menu. */
export const deskParts = {
  queue: 'Queue',
  listings: 'Listings',
  accounts: 'Accounts',
  rules: 'Rules',
  categories: 'Categories',
  shelves: 'Shelves',
  templates: 'Templates',
  settings: 'Settings',
  numbers: 'Numbers',
} as const;
export type DeskPart = keyof typeof deskParts;

/** Pages about one thing. */
const details = {
  case: { part: 'queue', title: 'Case' },
  account: { part: 'accounts', title: 'Account' },
  proofs: { part: 'listings', title: 'Proofs' },
} as const;

export interface DeskScreen {
  screen: DeskPart | keyof typeof details;
  /** The part of the menu that it belongs to. */
  part: DeskPart;
  /** Of the case, account or listing; '' on the page of a part. */
  id: string;
  title: string;
}

const isIn = <Key extends string>(name: string, table: Record<Key, unknown>): name is Key =>
  Object.hasOwn(table, name);

/** @param path below /desk; undefined is /desk itself. @returns null where there is no such page */
export function deskScreenOf(path: string | undefined): DeskScreen | null {
  const [name = '', id, ...more] = (path ?? 'queue').split('/');
  if (path === 'queue' || more.length > 0) return null;
  if (id === undefined)
    return isIn(name, deskParts) ? { screen: name, part: name, id: '', title: deskParts[name] } : null;
  if (id === '' || !isIn(name, details)) return null;
  const { part, title } = details[name];
  return { screen: name, part, id, title: name === 'case' ? `${title} ${id}` : title };
}

export const deskUrls = {
  part: (part: DeskPart) => (part === 'queue' ? '/desk' : `/desk/${part}`),
  case: (number: string) => `/desk/case/${encodeURIComponent(number)}`,
  proofs: (nameId: string) => `/desk/proofs/${encodeURIComponent(nameId)}`,
  account: (id: string) => `/desk/account/${encodeURIComponent(id)}`,
} as const;
