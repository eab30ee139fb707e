// Limits that the browser and the server share (product specification, section 9).
export const limits = {
  appName: 48,
  appDescription: 120,
  appLongDescription: 10_000,
  screenshotsPerApp: 4,
  categoriesPerApp: 4,
  url: 2_048,
  version: 32,
  licence: 60,
  licenceHolder: 120,
  languages: 200,
  appMegabytes: 100_000,
  latestFeature: 2_000,
  personName: 60,
  email: 254,
  about: 2_000,
  address: 250,
  country: 60,
  phone: 250,
  tags: 10,
  tag: 30,
  socialLinks: 5,
  /** Short addresses that a person holds: the current one and earlier ones. */
  handlesHeld: 3,
  /** Earlier addresses that lead to an app. The oldest is dropped for a new one. */
  oldAddresses: 5,
  /** Days for which an earlier address still leads on and nobody else can have it. */
  oldAddressDays: 90,
  searchText: 100,
  /** Apps that an account has saved or taken out again. */
  savedApps: 1_000,
  /** Apps and developers that an account follows. */
  follows: 500,
  /** Lists that an account has made, and apps on one of them. */
  lists: 30,
  listApps: 100,
  listTitle: 60,
  listSentence: 200,
  listNote: 140,
  /** Apps in the address of a shared list. */
  sharedApps: 100,
  imageBytes: 5 * 1024 * 1024,
  imagePixels: 25_000_000,
  /** Pixels of either side. A row is decoded as a whole, so a single very long one would take much memory. */
  imageSide: 16_384,
  requestBytes: 25 * 1024 * 1024,
  /** Items on one page of any list, in the API and on pages. */
  pageSize: 20,
  /** Long lists are counted up to here: nobody pages further, and counting takes longer than finding. */
  counted: 10_000,
  /** Pages count the matches of a text up to here, and show '1,000+'. */
  countedOnPages: 1_000,
} as const;

/** Characters that are shown before a text is cut with '...'. */
export const truncateAt = {
  /** Of cards, and of search rows on narrow screens. */
  card: 80,
  searchRowWide: 160,
  appPage: 160,
  otherApps: 48,
} as const;

export const displayCounts = {
  /** Of the first page of the front page's list, below its shelves: full rows of two, three and four. */
  latestApps: 12,
  /** Of the first page of search results, which is sent anew for each key that is typed. */
  foundApps: 14,
  profileApps: 6,
} as const;

/** Apps in the API's answer that holds a whole portfolio. */
export const portfolioApps = 100;

/** Minutes that a mailed code is valid. Pages show the same figure. */
export const codeMinutes = 5;
/** Minimum number of seconds between two mails with a code to one address. */
export const resendSeconds = 60;
/** Milliseconds between a success message and the page it leads to. */
export const redirectDelayMs = 800;
/** Milliseconds that 'Strong Password Generated' is shown. */
export const strongPasswordToastMs = 2_000;

export const passwordLength = { min: 8, max: 256 } as const;
export const handleLength = { min: 3, max: 30 } as const;

export const proofLimits = { repository: 200, code: 20, reason: 500 };

/** How long a mailed code can be entered. */
export const proofCodeMinutes = 30;

/** Days for which a profile says that somebody is open to work; then it asks again. */
export const workDays = 60;

/** Days before the end at which a mail asks whether it still holds. */
export const askedDays = 7;

export const factorLimits = { passkeys: 10, passkeyName: 60, recoveryCodes: 10 } as const;

/** Minutes that a proof of a second factor counts as fresh: for roles, suspension and bulk actions. */
export const freshMinutes = 10;

export const tokenLimits = { perAccount: 20, name: 60, days: 365 } as const;
