// Addresses of the desk. They are not in urls.ts, so that public pages do not load them.
export const deskUrls = {
  queue: () => '/desk',
  case: (number: string) => `/desk/case/${encodeURIComponent(number)}`,
  listings: (name = '') =>
    name === '' ? '/desk/listings' : `/desk/listings?name=${encodeURIComponent(name)}`,
  proofs: (nameId: string) => `/desk/proofs/${encodeURIComponent(nameId)}`,
  accounts: () => '/desk/accounts',
  account: (id: string) => `/desk/account/${encodeURIComponent(id)}`,
  rules: () => '/desk/rules',
  categories: () => '/desk/categories',
  shelves: () => '/desk/shelves',
  templates: () => '/desk/templates',
  settings: () => '/desk/settings',
  numbers: () => '/desk/numbers',
} as const;
