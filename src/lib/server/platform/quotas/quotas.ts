// The quotas, one per operation. The figures stop abuse and do not limit honest use: an office lists twenty apps in an
// afternoon from one network, and thousands of phones share one address of a mobile carrier. So an account has little,
// an address much more, a network five times that. docs/limits.md lists them.
import { retention } from '../retention.ts';
import { within, type Quota, type Rule } from './rate-limit.ts';

const bucket = (name: string, burst: number, everySeconds: number): Rule => ({ name, burst, everySeconds });
const day = 24 * 3600;
const kibInGb = 1024 * 1024;

export const quotas = {
  listings: {
    // People list few apps; programs would fill the directory.
    says: 'Too many apps were listed in a short time.',
    returned: true,
    account: bucket('listings-account', 5, 600),
    address: bucket('listings-address', 40, 15),
  },
  changes: {
    // Each change drops pages from the caches. A refused change counts too, because it was checked as well.
    says: 'Too many changes were made in a short time.',
    account: bucket('changes-account', 30, 60),
    address: bucket('changes-address', 400, 1),
  },
  unverifiedChanges: {
    // An account without a verified address only needs to correct its name.
    says: 'Too many changes were made before this account was verified. Verify it to go on at once.',
    account: within('unverified-changes', 20, day),
  },
  saves: {
    // A browser sends its saved apps together, some seconds after the last press of a heart.
    says: 'Saved apps were sent too often.',
    account: bucket('saves-account', 60, 5),
    address: bucket('saves-address', 1_200, 0.3),
  },
  pictures: {
    // KiB. Pictures cost disk and processor. A request counts with its Content-Length before it is read.
    says: 'Too many pictures were sent today.',
    returned: true,
    account: within('pictures-account', 200 * 1024, day),
    address: within('pictures-address', 2 * kibInGb, day),
  },
  releases: {
    // Each release goes to the top of lists and feeds.
    says: 'Too many releases were listed in a short time.',
    returned: true,
    account: bucket('releases-account', 20, 120),
    address: bucket('releases-address', 200, 6),
  },
  renames: {
    // A renamed app keeps its old address reserved.
    says: 'Too many apps were renamed in a short time.',
    returned: true,
    account: bucket('renames-account', 10, 2 * 3600),
    address: bucket('renames-address', 60, 600),
  },
  handles: {
    // Good short addresses are scarce, and the old one stays reserved after a change.
    says: 'The short address was changed too often.',
    returned: true,
    account: bucket('handles-account', 5, day),
    address: bucket('handles-address', 60, 600),
  },
  exports: {
    // An export reads all data of an account.
    says: 'Your data was collected three times today.',
    returned: true,
    account: within('exports-account', 3, day),
    address: bucket('exports-address', 60, 600),
  },
  refreshes: {
    // Each refresh writes a row; a browser needs one in 15 minutes.
    says: 'This login was refreshed too often.',
    account: bucket('refreshes-account', 60, 60),
    address: bucket('refreshes-address', 3_000, 0.1),
  },
  passwordChecks: {
    // Checking a password occupies the hashing thread, even if the password is right.
    says: 'The password was checked too often.',
    account: bucket('password-checks-account', 30, 30),
    address: bucket('password-checks-address', 120, 5),
  },
  factorChecks: {
    // Answers to the question for a second factor. Tries of codes are also slowed down for each account.
    says: 'Too many answers were tried in a short time.',
    account: bucket('factor-checks-account', 30, 30),
    address: bucket('factor-checks-address', 120, 5),
  },
  factorChanges: {
    // Each change of second factors sends a mail; nobody changes many.
    says: 'Too many second factors were changed in a short time.',
    account: bucket('factor-changes-account', 40, 60),
    address: bucket('factor-changes-address', 200, 10),
  },
  tokens: {
    // Each new token sends a mail; an account has 20 at most.
    says: 'Too many tokens were made in a short time.',
    account: bucket('tokens-account', 20, 120),
    address: bucket('tokens-address', 100, 20),
  },
  passkeyLogins: {
    // Each question to a passkey stores a row for ten minutes.
    says: 'Too many passkeys were asked for in a short time.',
    account: bucket('passkey-logins-account', 30, 30),
    address: bucket('passkey-logins-address', 120, 5),
  },
  proofChecks: {
    // Each check asks another site, which must not be asked often on behalf of a few.
    says: 'Proofs were checked too often.',
    account: bucket('proof-checks-account', 15, 30),
    address: bucket('proof-checks-address', 60, 10),
  },
  previews: {
    // Each look fetches a page and its pictures from another site.
    says: 'Too many addresses were looked at in a short time.',
    account: bucket('previews-account', 12, 120),
    address: bucket('previews-address', 60, 20),
  },
  downloads: {
    // A download of all listings is large, and changes once a day. An answer that nothing has changed does not count.
    says: 'All listings were downloaded often from here.',
    address: bucket('downloads-address', 10, 600),
  },
  nameChecks: {
    // The form checks names during typing; nobody needs to enumerate all names.
    says: 'Too many names were looked up in a short time.',
    address: bucket('name-checks-address', 300, 0.5),
  },
  taps: {
    // A visitor counts once a day; nobody taps the links of many apps.
    says: 'Too many taps were reported in a short time.',
    address: bucket('taps-address', 200, 2),
  },
  desk: {
    // Staff work through many cases; a stolen session must not decide everything.
    says: 'Too much was changed at the desk in a short time.',
    account: bucket('desk-account', 200, 3),
    address: bucket('desk-address', 800, 0.8),
  },
  reports: {
    // A report takes the time of staff, and a guest causes a mail.
    says: 'Too many reports were sent in a short time.',
    account: bucket('reports-account', 5, 900),
    address: bucket('reports-address', 20, 120),
  },
  mailedCodes: {
    // The code of a report or a letter has five tries; nobody needs to try many.
    says: 'Too many codes were tried in a short time.',
    address: bucket('mailed-codes-address', 30, 30),
  },
  letters: {
    // A letter causes a mail with a code, and then one to a developer.
    says: 'Too many letters were sent in a short time.',
    address: bucket('letters-address', 10, 300),
  },
  mailedLinks: {
    // Appeals, and answers to staff and to letters, each of which is a mail; links cannot be guessed.
    says: 'Too many appeals and answers were sent in a short time.',
    address: bucket('mailed-links-address', 20, 60),
  },
  signUps: {
    // A class of students signs up at once; thousands of accounts come from a program.
    says: 'Too many accounts were made in a short time.',
    address: bucket('sign-ups-address', 40, 60),
  },
  deskSearches: {
    // A search of staff reads every account; a stolen login must not read all of them.
    says: 'Too many accounts were looked up in a short time.',
    account: bucket('desk-searches-account', 60, 5),
  },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;

/**
 * Limits of the answers that are kept for requests with an Idempotency-Key. Only successful requests are kept, so the
 * quotas above limit them as well.
 */
export const keptAnswers = {
  ms: retention.keptAnswers,
  /** Maximum per account; the oldest are removed. */
  perAccount: 500,
  /** Length of a key in characters. A short one could be guessed. */
  keyLength: { min: 16, max: 255 },
  /** How long an equal request waits for the first one before it is answered 409. */
  waitMs: 8_000,
} as const;
