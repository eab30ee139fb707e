// Messages of lists, errors and pages that are not about one form.
export const siteMessages = {
  home: {
    failed: 'Something went wrong. Unable to Fetch Apps.',
    unverified: 'Your account is not yet verified.',
    verify: 'Verify account',
  },
  shelves: {
    proved: 'Verified and active',
    picks: "Editors' picks",
    noPicks: 'The editors have not picked any apps yet.',
    unfit: (name: string, needs: string) => `${name} cannot be picked yet. It needs: ${needs}.`,
    unlisted: 'One of these apps is not public. Only public apps can be on a shelf.',
    over: 'This shelf has ended and can no longer be changed. Create a new one.',
  },
  quality: {
    logo: { label: 'A logo', todo: 'Upload a logo' },
    screenshots: { label: 'Two screenshots', todo: 'Add screenshots' },
    'long-description': { label: 'A long description of 200 characters', todo: 'Write more about it' },
    website: { label: 'A website', todo: 'Enter its website' },
    links: { label: 'Working links', todo: 'Change or remove the dead link' },
    release: { label: 'A release in the last year', todo: 'List a new version' },
    active: { label: 'Not discontinued', todo: 'Change its visibility' },
  },
  search: {
    placeholder: 'Search Apps...',
    none: 'No app with this name.',
    all: 'Show all apps',
  },
  changedMeanwhile: 'Somebody else has changed this since you opened it. Reload it and try again.',
  categories: {
    formerName: (name: string) =>
      `'${name}' had this name before, and its old address still leads there. Choose another one.`,
    full: (most: number) => `There can be ${most} categories at most. Merge two of them first.`,
    used: (listings: number) =>
      `It has ${listings} ${listings === 1 ? 'listing' : 'listings'}. Merge it into another category instead.`,
  },
  app: {
    nameTaken: 'This app name exist',
    missing: 'There is no such app.',
    screenshotMissing: 'There is no such screenshot.',
    releaseMissing: 'There is no such release.',
    versionTaken: (next: string) =>
      `This app already has a release with this number. The next free number is ${next}.`,
    lastRelease: 'An app needs at least one release. Edit this one, or list a new version first.',
    removed: 'This listing was removed by the operator.',
    discontinued: 'Discontinued',
    unlistedNote: 'This app is unlisted: only people with the link can see it.',
    limitedNote: 'Our staff have limited this app: it appears only in your own list.',
    decision: 'Read the decision',
    stateDecided: 'Our staff decided the state of this listing, so its owner cannot change it.',
    decidedStays:
      'This listing cannot be deleted while it is held, limited or removed. Deleting your account deletes it with everything else.',
    appeal: 'If you think this is a mistake, write to',
  },
  user: {
    noApps: 'No apps yet',
    noAppsOfList: 'You have no Apps created yet.',
    noAccounts: 'No account configured',
    more: 'Load more',
  },
  errors: {
    page: 'Oops. Sorry, an unexpected error has occurred',
    boundary: 'Something went wrong',
    tryAgain: 'Try again',
    server: 'Unable to process request',
    nothingHere: 'There is nothing at this address.',
    storage: 'This cannot be saved right now. Nothing was changed. Try again in a few minutes.',
    away: 'The directory is not responding right now. Try again in a few seconds.',
    busy: 'Too many people are here right now. Try again in a few seconds.',
    reading:
      'Your network has opened 1,200 app and profile pages in ten minutes. Wait a few minutes and try again.',
    login: 'Kindly login to proceed',
    connection: 'Check your internet connection',
    network: 'Oops. Network Error',
  },
  notFound: {
    title: 'Page not found',
    home: 'Go to the home page',
  },
  offline: {
    title: 'You are offline',
    text: 'You have no connection, and your browser has no copy of this page. Pages you have read before still open.',
  },
  newest: 'Back to the newest',
  needsScript: 'This form needs JavaScript. Turn it on in your browser, then load the page again.',
} as const;

export const timelineCategories = {
  SIGNUP: 'Account Signup',
  ACCOUNT_VERIFIED: 'User Verification',
  LIST_APP: 'App Listing',
} as const;
export type TimelineCategory = keyof typeof timelineCategories;
