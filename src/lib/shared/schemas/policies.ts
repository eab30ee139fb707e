// The policies: what is not allowed here, and what a breach leads to. The page /policies, the form for reports, the
// desk and the mails about decisions all read them from this file. Change the version with any text.

export const policiesVersion = '2026-11-22';

export interface Policy {
  title: string;
  text: string;
  /** Usual consequences. Staff may choose a milder one. */
  leadsTo: string;
}

export const policies = {
  impersonation: {
    title: 'Impersonation',
    text: 'A listing, a name or a profile must not pretend to be another person, company, bank or public body.',
    leadsTo: 'It is held or removed. Repeated breaches suspend the account.',
  },
  scam: {
    title: 'Scam or fraud',
    text:
      'An app must not take money or data by deceit. Promises of sure returns, false loans and fake payment pages are ' +
      'scams.',
    leadsTo: 'It is removed, and the account may be suspended at once.',
  },
  malware: {
    title: 'Malware',
    text: 'No link may lead to software that harms a device, spies on its user or locks their data.',
    leadsTo: 'It is removed, and the account may be suspended at once.',
  },
  illegal: {
    title: 'Illegal content',
    text: 'Nothing here may break Nigerian law, such as unlicensed lending, or show abuse of children.',
    leadsTo: 'It is removed, and the account may be suspended. We report it where the law says so.',
  },
  spam: {
    title: 'Spam',
    text: 'Do not list the same app twice, things that are no app, or texts written only to be found by searches.',
    leadsTo: 'Listings leave the lists or are removed. Accounts made for spam are suspended.',
  },
  facts: {
    title: 'Wrong or outdated facts',
    text: 'What a listing says about an app must be true today: what it does, who made it, what it costs.',
    leadsTo: 'The owner is asked to correct it first. Later, staff remove the wrong part or the listing.',
  },
  copyright: {
    title: 'Stolen pictures or texts',
    text: 'Show only pictures and texts that are yours, or that you may use.',
    leadsTo: 'The pictures or texts are removed. Repeated breaches suspend the account.',
  },
  privacy: {
    title: 'Privacy',
    text: "Do not publish another person's private data: addresses, numbers, documents or pictures, without consent.",
    leadsTo: 'The data is removed. The account may be suspended.',
  },
  links: {
    title: 'Broken links',
    text: 'The links of a listing must lead to the app that it describes.',
    leadsTo: 'The owner is asked to correct them first. Later, the listing may leave the lists.',
  },
  other: {
    title: 'Something else',
    text: 'Listings and profiles must not harm visitors, other developers or this site.',
    leadsTo: 'Staff decide, and give their reason.',
  },
} as const satisfies Record<string, Policy>;

export type PolicyId = keyof typeof policies;
export const policyIds = Object.keys(policies) as [PolicyId, ...PolicyId[]];

/** The policy that a report of each reason is about. */
export const policyOfReason = {
  impersonation: 'impersonation',
  scam: 'scam',
  malware: 'malware',
  illegal: 'illegal',
  spam: 'spam',
  facts: 'facts',
  stolen: 'copyright',
  privacy: 'privacy',
  'broken-link': 'links',
  other: 'other',
} as const satisfies Record<string, PolicyId>;

export type ReportReason = keyof typeof policyOfReason;
export const reportReasons = Object.keys(policyOfReason) as [ReportReason, ...ReportReason[]];

/** Reasons that are due within a day, in order of severity. */
export const urgentReasons: readonly ReportReason[] = [
  'illegal',
  'malware',
  'scam',
  'privacy',
  'impersonation',
];

/** Reasons that go to the owner first, and to staff after 14 days without an answer. */
export const ownerFirstReasons: readonly ReportReason[] = ['facts', 'broken-link'];
