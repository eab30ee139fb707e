export const followMessages = {
  saved: {
    title: 'Saved apps',
    here: 'Saved in this browser only. Log in to see them on every device.',
    account: 'Saved in your account, on every device where you log in.',
    empty: 'Nothing saved yet. Press the heart on an app to save it here. You do not need an account.',
    needsScript: 'Saved apps are stored in your browser, which needs JavaScript.',
    forget: 'Remove unavailable apps',
    shared: 'A list of apps',
    sharedText: 'Somebody has shared this list of apps with you.',
    sharedEmpty: 'None of these apps are public any more.',
    share: 'Share this list',
    print: 'Print',
    tooMany: 'You have saved as many apps as you can. Remove some first.',
  },
  lists: {
    title: 'Your lists',
    empty: 'No app of this list is public at the moment.',
    missing: 'There is no such list.',
    tooMany: 'You have made as many lists as you can. Delete one first.',
    unlisted: 'One of these apps is not public. Only public apps can be added.',
    changedMeanwhile: 'This list was changed elsewhere meanwhile. Reload the page to change it.',
    of: 'In lists',
    by: (name: string) => `A list by ${name}`,
  },
  follows: {
    title: 'Notifications',
    tooMany: 'You follow too many apps and developers. Stop following some first.',
    unknown: { app: 'There is no such app any more.', user: 'There is no such developer any more.' },
    decided: (number: string) => `Your report ${number} was decided.`,
    noLink:
      'This link is not valid. Use the one in the newest mail, or choose your mails under Notifications.',
    end: 'End these mails',
    endText: {
      weekly: 'You will no longer get weekly mails about what you follow.',
      soon: 'You will no longer get immediate mails about what you follow.',
      never: '',
    },
    ended: 'You are unsubscribed. You will get no more of these mails.',
  },
} as const;

export const mailTimes = { weekly: 'Once a week', soon: 'At once', never: 'Never' } as const;
export type MailTime = keyof typeof mailTimes;
