// node scripts/limits-page.ts: writes docs/limits.md from the constants of the limits. A test compares the
// page with them.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { codeTries, pace, rateRules } from '../src/lib/server/accounts/limits.ts';
import { connectionLimits } from '../src/lib/server/edge/gateway/connection-limits.ts';
import { readingRate } from '../src/lib/server/edge/gateway/reading-rate.ts';
import { keptAnswers, quotas, type DescribedQuota } from '../src/lib/server/platform/quotas/quotas.ts';
import type { BucketRule, RateRule } from '../src/lib/server/platform/quotas/rate-limit.ts';
import { limits } from '../src/lib/shared/schemas/limits.ts';

const page = new URL('../docs/limits.md', import.meta.url);
const day = 24 * 3600;

const operations: Record<keyof typeof quotas, string> = {
  listings: 'listing an app',
  taps: 'tapping links of apps',
  changes:
    'changing or deleting an app, a release, a screenshot or a profile; listing an app counts here, too',
  unverifiedChanges: 'changing a profile before it is verified',
  saves: 'sending saved apps',
  pictures: 'bytes of pictures',
  releases: 'listing a release',
  renames: 'renaming an app',
  handles: 'changing the short address',
  exports: 'downloading own data',
  refreshes: 'refreshing a login',
  passwordChecks: 'entering the password again',
  factorChecks: 'proving a second factor',
  factorChanges: 'changing second factors',
  passkeyLogins: 'asking for a passkey',
  proofChecks: 'checking a proof of owner',
  previews: 'looking at a pasted address',
  downloads: 'downloading all listings as a file',
  nameChecks: '`GET /app/exists/`',
  desk: 'a change at the desk of staff',
  reports: 'reporting something',
  reportCodes: 'entering the code of a report',
  letters: 'writing a letter to a developer',
  letterCodes: 'entering the code of a letter',
  letterAnswers: 'answering or ending a conversation by its link',
  appeals: 'sending an appeal or an answer by a mailed link',
  ruleChanges: 'changing a rule at the desk',
  signUps: 'signing up',
  deskSearches: 'searching accounts at the desk',
  deskChanges: 'changing an account at the desk',
};

/** Descriptions of single rules; a rule without one is shown by its name. */
const accountRules: Record<string, string> = {
  mailClient: 'requesting a mail with a code, from an address',
  mailAgain: 'mails of one purpose to a mailbox, requested from one line',
  mailNetwork: 'mails to a mailbox, requested by one network',
  mailAddress: 'mails to a mailbox, requested by networks from which its owner never logged in',
  mailAddressFirst: "beyond those, a network's first mail of a day to a mailbox",
  codeClient: 'entering a code without naming its account or request, from an address',
  codeNamed: 'entering a code with the name of its account or request',
  codeNetwork: 'entering codes, from a network',
  wrongCodes: 'wrong codes on the whole site, except from networks that requested a code',
  codeAsked: 'remembering that a network requested a code',
  resetTokenClient: 'reset tokens that the server did not sign, from an address',
  resetToken: 'uses of a reset token that the server signed',
};

const number = (count: number): string => count.toLocaleString('en');

function duration(seconds: number): string {
  const unit = (count: number, name: string) =>
    `${count === 1 ? '' : `${count} `}${name}${count === 1 ? '' : 's'}`;
  if (seconds % day === 0) return unit(seconds / day, 'day');
  if (seconds % 3600 === 0) return unit(seconds / 3600, 'hour');
  if (seconds % 60 === 0) return unit(seconds / 60, 'minute');
  if (seconds >= 1) return unit(seconds, 'second');
  return '';
}

/** 'a day', 'an hour', '10 minutes'. */
function withArticle(text: string): string {
  return text.replace(/^(?=[a-z])/, 'a ').replace('a hour', 'an hour');
}

function amount(count: number, unit: DescribedQuota['unit']): string {
  if (unit === undefined) return number(count);
  return count >= 1024 * 1024 ? `${count / 1024 / 1024} GB` : `${count / 1024} MB`;
}

function rule(given: BucketRule | RateRule | undefined, unit?: DescribedQuota['unit']): string {
  if (given === undefined) return '-';
  if ('windowSeconds' in given)
    return `${amount(given.hits, unit)} in ${withArticle(duration(given.windowSeconds))}`;
  const { burst, everySeconds } = given;
  if (unit !== undefined)
    return `${amount(burst, unit)}, then ${amount(Math.round(day / everySeconds), unit)} a day`;
  const rate =
    everySeconds < 1
      ? `${Math.round(1 / everySeconds)} a second`
      : `one in ${withArticle(duration(everySeconds))}`;
  return `${amount(burst, unit)}, then ${rate}`.replace('one in a ', 'one a ');
}

export async function limitsPage(): Promise<string> {
  const described: [string, DescribedQuota][] = Object.entries(quotas);
  const rows = described.map(([name, quota]) => {
    const { account, address, network, returned, says, unit, why } = quota;
    const levels = [account, address, network].map((level) => rule(level, unit));
    const operation = operations[name as keyof typeof quotas];
    return `| ${[operation, ...levels, returned ? 'no' : 'yes', says, why].join(' | ')} |`;
  });
  const others: [string, BucketRule | RateRule][] = Object.entries(rateRules);
  const text = `# Limits

\`node scripts/limits-page.ts\` generates this page from \`src/lib/server/platform/quotas/quotas.ts\`, \`src/lib/server/accounts/limits.ts\`, and \`reading-rate.ts\` and
\`connection-limits.ts\` in \`src/lib/server/edge/gateway\`; a test compares the page with them.

A request over a limit is answered 429 with one sentence that says how long to wait ('Too many apps were listed in a short time. Wait 10 minutes
and try again.'), and with \`Retry-After\` in seconds. It changes nothing and uses none of the quota. Limits are counted in the
database, so they apply across restarts and nodes; subjects are stored as keyed hashes. \`RATE_LIMIT=off\` turns all limits off, for
tests and benchmarks.

## Quotas

'5, then one in 10 minutes' is a token bucket: five at once, and one more every ten minutes up to five. '20 in a day' is a window that
begins with the first request. An address is one IPv4 address, or a /64 of IPv6; a network is its /24, or each of its /56 and its /48. All levels
must allow a request. A quota that does not count refused requests refunds their cost.

| operation | an account | an address | a network | counts refused requests | first sentence of the 429 | why |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

A body with pictures costs its \`Content-Length\` before it is read; a body without one costs 25 MB, and the unused part is
refunded.

## Logging in, codes and mails

| limit | how often |
| --- | --- |
${others.map(([name, one]) => `| ${accountRules[name] ?? one.name} | ${rule(one)} |`).join('\n')}

The first tries of a password are free; each further one waits 1, 2, 4 and at most ${pace.longestSeconds} seconds after the one before it.

| tries that do not wait | number |
| --- | --- |
| of one password, from one line or by one known device | ${pace.own} |
| of one password, from one network | ${pace.network} |
| of all passwords, from one line | ${pace.ownAny} |
| of all passwords, from one network | ${pace.networkAny} |
| of one code, by a request that names its account or request, or from the network that requested it | ${codeTries.own} |
| of one code, from another network | ${codeTries.network} |
| of one code, from other networks together | ${codeTries.strangers} |

Further tries of a code are refused like a wrong code.

## Reading people in bulk

Pages, cards and feeds of one person or one app show contact details, and so do answers of the API. All readers of a network together
may read ${number(readingRate.reads)} of them in ${readingRate.minutes} minutes, then they are answered 429 until the ten minutes are over; the larger networks of
IPv6 (/48) may read ${number(readingRate.reads * readingRate.largerNetwork)}.

| read | counts as |
| --- | --- |
| a page, card, feed or API answer of one person or one app, also one that does not exist | 1 |
| a list of the API | the number of different people whose mail, phone or address it shows; at least 1 |
| a list of the pages, a picture, a sitemap | 0: they show no contact details |

Each process counts in its memory, cached answers as well, and starts at zero after a restart. An address counts in the
form in which its answer is cached ([decision 003](decisions/003-edge-cache.md)): repeated slashes count as one, an escaped letter as the letter, and unknown parameters are ignored.

## Connections

| connections of | at most open at a time |
| --- | --- |
| all clients together | ${number(connectionLimits.all)} |
| an address | ${number(connectionLimits.client)} |
| a network | ${number(connectionLimits.network)} |

Idle connections are closed first. A further connection is answered 503 with one sentence and closed; \`naijabuilt_connections_refused_total\` counts
them by kind. Behind a trusted proxy, and for this machine itself, only the limit for all clients applies.

## Before verification

An account with an unverified address cannot list or change an app, or have a picture, a short address or an export: 403, with a sentence
that says to verify. Its profile may be changed within the quota above.

## Reserved addresses and stored answers

| kind | at most | for how long |
| --- | --- | --- |
| short addresses of a person, including old ones | ${limits.handlesHeld} | an old one: ${limits.oldAddressDays} days, then anybody may take it |
| old addresses of a renamed app | ${limits.oldAddresses}, the oldest is dropped first | ${limits.oldAddressDays} days, then anybody may take them |
| answers of an account's requests with an \`Idempotency-Key\` | ${keptAnswers.perAccount}, the oldest is dropped first | ${keptAnswers.ms / day / 1000} day |
| characters of an \`Idempotency-Key\` | ${keptAnswers.keyLength.min} to ${keptAnswers.keyLength.max} | |
| equal requests with one key that wait for the first | ${keptAnswers.waiting} in a process, further ones are answered 409 | ${keptAnswers.waitMs / 1000} s |

The hourly sweep frees old addresses. Until then they redirect to their owners, and nobody else can take them.
`;
  return await format(text, { ...(await resolveConfig(fileURLToPath(page))), parser: 'markdown' });
}

if (import.meta.main) {
  writeFileSync(page, await limitsPage());
  console.log(fileURLToPath(page));
}
