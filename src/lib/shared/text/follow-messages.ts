export const followMessages = {
  saved: {
    title: 'Saved apps',
    empty: 'Nothing saved yet. Press the heart on an app to save it here. You do not need an account.',
    shared: 'A list of apps',
    sharedText: 'Somebody has shared this list of apps with you.',
    print: 'Print',
    tooMany: 'You have saved as many apps as you can. Remove some first.',
  },
  lists: {
    title: 'Your lists',
    empty: 'No app of this list is public at the moment.',
    missing: 'There is no such list.',
    tooMany: 'You have made as many lists as you can. Delete one first.',
  },
  follows: {
    title: 'Notifications',
    tooMany: 'You follow too many apps and developers. Stop following some first.',
    unknown: { app: 'There is no such app any more.', user: 'There is no such developer any more.' },
    noLink:
      'This link is not valid. Use the one in the newest mail, or choose your mails under Notifications.',
    end: 'End these mails',
    endText: {
      weekly: 'You will no longer get weekly mails about what you follow.',
      soon: 'You will no longer get immediate mails about what you follow.',
      never: '',
    },
  },
} as const;

export const mailTimes = { weekly: 'Once a week', soon: 'At once', never: 'Never' } as const;
export type MailTime = keyof typeof mailTimes;
