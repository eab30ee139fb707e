// Sentences about apps that people save and follow.
export const followMessages = {
  saved: {
    title: 'Saved apps',
    here: 'Kept in this browser only. Log in to have them on every device.',
    account: 'Kept in your account, on every device you log in on.',
    empty: 'Nothing saved yet. Press the heart of an app to keep it here, also without an account.',
    needsScript: 'Saved apps are kept in this browser, which needs JavaScript for that.',
    offline: 'You are offline. This is what was saved when you last saw it.',
    blocked: 'This browser keeps nothing for this site, so that nothing can be saved.',
    missing: (count: number) =>
      count === 1
        ? 'One saved app is not public at the moment.'
        : `${String(count)} saved apps are not public at the moment.`,
    forget: 'Remove unavailable apps',
    shared: 'A list of apps',
    sharedText: 'Somebody has put these apps together and shared the list.',
    sharedEmpty: 'None of these apps is public any more.',
    share: 'Share this list',
    print: 'Print',
    tooMany: 'So many apps cannot be saved. Take some out first.',
    unsent:
      'Some of your saved apps have not reached your account yet, and logging out takes them away here.',
  },
  follows: {
    title: 'Notifications',
    following: 'Following',
    tooMany: 'You follow too many apps and developers. Stop following some first.',
    unknown: { app: 'There is no such app any more.', user: 'There is no such developer any more.' },
    unseen: (count: number) => `${String(count)} new`,
    failed: 'This could not be saved. Try again.',
    decided: (number: string) => `Your report ${number} was decided.`,
    none: 'Nothing new in the last 60 days. Follow apps and developers on their pages.',
    waiting: 'Fetching what is new...',
    isNew: 'New',
    kinds: { release: 'Release', app: 'New app', decision: 'Report' },
    mails: 'Mails',
    releaseMail: 'Releases of apps that you follow',
    appMail: 'New apps of developers that you follow',
    saved: 'Saved.',
    decisionMail: 'Decisions about your reports are always mailed at once.',
    noLink:
      'This link does not end any mails. Open the newest mail, or choose your mails under Notifications.',
    end: 'End these mails',
    endText: {
      weekly: 'You will get no more weekly mails about what you follow.',
      soon: 'You will get no more mails at once about what you follow.',
      never: '',
    },
    ended: 'Done. You will get no more of these mails.',
  },
} as const;
