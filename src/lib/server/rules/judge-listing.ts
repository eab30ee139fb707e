// Decides whether a listing is published at once or waits for staff. A change is judged by what it adds: what staff
// have let through before is not held again for the same reason.
import { createHmac } from 'node:crypto';
import { type PolicyId, policyOfReason, type ReportReason } from '../../shared/schemas/policies.ts';
import type { HoldRule } from '../../shared/schemas/desk.ts';
import { dayMs } from '../../shared/text/days.ts';
import { linksIn } from '../../shared/text/markdown.ts';
import type { Context } from '../context.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable, Row, UserTable } from '../platform/db/schema.ts';
import { fieldError } from '../platform/errors.ts';
import { type Client, isLocal, networksOf } from '../platform/security/client.ts';
import { findResembled } from './names.ts';
import { isNameOfDomain } from './names/resemblance.ts';
import { findRestrictionOf, refuseRestricted } from './restrictions.ts';
import { held, ruleMessages } from './messages.ts';
import type { CategoryKey } from '../../shared/schemas/categories.ts';
import { fold } from '../../shared/text/text.ts';

/** Listings of an account within a day that are published at once. */
const listingsADay = 2;

/** Listings of a young account that are looked at if its network made others. */
const firstListings = 3;

export interface ListingTexts extends OfferTexts {
  /** As stored; '' for none. */
  links: string[];
}

export interface Judged {
  account: UserTable;
  client: Client;
  /** The listing as it was; null for a new one. */
  before: ListingTexts | null;
  after: ListingTexts;
  /** The field of the request that holds the new links; 'website' when left out. */
  field?: string | undefined;
}

export interface Hold {
  policy: PolicyId;
  reason: string;
  clearedBy: string;
  /** Why staff look at it. */
  reportReason: ReportReason;
  /** For staff: all rules that hold it. */
  note: string;
}

const reasonOf: Record<HoldRule, ReportReason> = {
  name: 'impersonation',
  link: 'malware',
  lending: 'scam',
  many: 'spam',
  network: 'spam',
  restricted: 'spam',
};

/** The policy of crowds and restrictions, which an owner cannot mend. */
const unmendable: PolicyId = 'spam';

type Found = { rule: HoldRule; detail: string; isDenied?: boolean };

/**
 * Call it in the transaction that has stored the listing.
 * @returns why staff look at it first; null if nothing is against it
 * @throws AppError 403 if the account or its network may not publish, 400 for a link that is not allowed
 */
export async function judgeListing(context: Context, trx: WriteDb, judged: Judged): Promise<Hold | null> {
  const { account, after, before, client } = judged;
  const { email, id: userId } = account;
  const asked = {
    action: 'publish',
    email,
    address: client.address,
    accountId: userId,
    now: context.clock(),
  } as const;
  await refuseRestricted(trx, asked);
  const found = await findIn(trx, userId, after, before);
  const denied = found.find(({ isDenied }) => isDenied);
  if (denied) throw fieldError(judged.field ?? 'website', ruleMessages.linkDenied(denied.detail));
  if (before === null) {
    if ((await findRestrictionOf(trx, asked)) === 'hold') found.push({ rule: 'restricted', detail: '' });
    if (context.limitsCrowds) found.push(...(await byCrowd(context, trx, judged)));
  }
  return holdFor(found);
}

/**
 * Judges all that visitors would read of a listing, as if all of it were new. Nothing is refused: nobody is there to
 * send it again, so that a link that is not allowed holds the listing.
 */
export async function judgeWhole(trx: WriteDb, userId: string, after: ListingTexts): Promise<Hold | null> {
  return holdFor(await findIn(trx, userId, after, null));
}

function holdFor(found: readonly Found[]): Hold | null {
  const [first] = found;
  if (!first) return null;
  // A crowd or a restriction decides what ends the hold; staff see the gravest reason first.
  const texts = [...found].sort((a, b) => Number(isMendable(a)) - Number(isMendable(b))).map(textsOf);
  const note = found.map(({ rule, detail }) => (detail === '' ? rule : `${rule}: ${detail}`)).join(', ');
  return {
    reason: texts.map(({ reason }) => reason).join(' '),
    clearedBy: texts[0]?.clearedBy ?? '',
    policy: found.every(isMendable) ? policyOfReason[reasonOf[first.rule]] : unmendable,
    reportReason: reasonOf[first.rule],
    note: `Held by rule (${note}).`,
  };
}

const isMendable = ({ rule }: Found): boolean => policyOfReason[reasonOf[rule]] !== unmendable;

const textsOf = ({ rule, detail }: Found) => held[rule](detail);

/**
 * Whether a rule holds a listing, and nothing is left to hold it for. A hold for a crowd or a restriction does not end
 * by a change, and neither does one that staff have decided on.
 * @param proved a domain that the account controls, which may have the name that the listing is held for
 */
export async function mayRelease(
  trx: WriteDb,
  { owner_id: userId, state, state_decision, state_policy }: AppTable,
  after: ListingTexts,
  proved?: string,
): Promise<boolean> {
  if (state !== 'held' || state_decision !== null || state_policy === unmendable) return false;
  const found = await findIn(trx, userId, after, null);
  return found.every(
    ({ detail, rule }) => rule === 'name' && proved !== undefined && isNameOfDomain(detail, proved),
  );
}

/** What the rules find in a listing that was not in it before. */
async function findIn(trx: WriteDb, userId: string, after: ListingTexts, before: ListingTexts | null) {
  const found: Found[] = [];
  const { name } = after;
  const label = before?.name === name ? null : await findResembled(trx, { name, userId });
  if (label !== null) found.push({ rule: 'name', detail: label });
  const links = await linkRulesFor(trx, after, before);
  const denied = links.find(({ effect }) => effect === 'deny');
  const link = denied ?? links[0];
  if (link) found.push({ rule: 'link', detail: link.host, isDenied: denied !== undefined });
  if (needsLicence(after) && !(before && needsLicence(before))) found.push({ rule: 'lending', detail: '' });
  return found;
}

/** The host of a stored link, without a final dot. */
export function hostOf(link: string): string {
  return URL.parse(link)?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
}

/** Rules for the hosts of the links that are new, and for the domains that they belong to. */
async function linkRulesFor(
  trx: WriteDb,
  after: Pick<ListingTexts, 'links'>,
  before: Pick<ListingTexts, 'links'> | null,
): Promise<Row<'link_rules'>[]> {
  const known = new Set(before?.links.map(hostOf));
  const hosts = after.links
    .map(hostOf)
    .filter((host) => !known.has(host))
    .flatMap((host) => {
      const labels = host.split('.');
      return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
    });
  if (hosts.length === 0) return [];
  const rules = trx.selectFrom('link_rules').selectAll();
  return await rules.where('host', 'in', [...new Set(hosts)]).execute();
}

/**
 * Refuses links that have a rule in what is published at once, and cannot wait for staff.
 * @param texts by the field that the sentence is shown beside
 */
export async function refuseRuledLinks(trx: WriteDb, texts: Record<string, string>): Promise<void> {
  for (const [field, text] of Object.entries(texts)) {
    const [rule] = await linkRulesFor(trx, { links: linksIn(text) }, null);
    if (rule) throw fieldError(field, ruleMessages.linkDenied(rule.host));
  }
}

/** Many listings at once, from one account or from new accounts of one network. */
async function byCrowd({ clock, secret }: Context, trx: WriteDb, { account, client }: Judged) {
  const now = clock();
  const since = now - dayMs;
  const own = trx.selectFrom('apps').select('created_at').where('owner_id', '=', account.id);
  const latest = await own
    .orderBy('created_at', 'desc')
    .limit(firstListings + 1)
    .execute();
  const today = latest.filter(({ created_at }) => created_at > since).length;
  const found: Found[] = today > listingsADay ? [{ rule: 'many', detail: '' }] : [];
  // A proxy or a test sends for everybody.
  if (account.created_at <= since || isLocal(client)) return found;
  const network = createHmac('sha256', secret)
    .update(`listing-network:${networksOf(client)[0] ?? client.address}`)
    .digest('hex')
    .slice(0, 32);
  const neighbours = trx
    .selectFrom('listing_networks')
    .select('user_id')
    .where('network', '=', network)
    .where('user_id', '!=', account.id)
    .where('listed_at', '>', since);
  if (latest.length <= firstListings && (await hasRow(neighbours.limit(1))))
    found.push({ rule: 'network', detail: '' });
  await trx
    .insertInto('listing_networks')
    .values({ network, user_id: account.id, listed_at: now })
    .onConflict((conflict) => conflict.columns(['network', 'user_id']).doUpdateSet({ listed_at: now }))
    .execute();
  return found;
}

// Apps that lend or take investments need a licence in Nigeria (FCCPC's rules for digital lenders, SEC, CBN). Threat:
// loan sharks and pyramids look like any other app of the category. A licence number in a text proves nothing: it lets
// staff and visitors look the number up, and makes a false one a lie in writing.

export interface OfferTexts {
  name: string;
  description: string;
  long_description: string;
  /** Whether its facts name a licence and its number. */
  hasLicenceFact: boolean;
  /** With the keys of categories that were merged into those of the listing. */
  categories: readonly CategoryKey[];
}

/** Offers that need a licence whatever the category. */
const anywhere =
  /\b(?:(?:instant|quick|fast|online|cash|urgent|personal|salary|payday|micro|nano|collateral free|no collateral)[ -]?(?:loan|credit)s?|loans? (?:up to|of up to|without collateral|in (?:\d+|five|ten) minutes)|loan app|guaranteed (?:returns?|profits?|roi)|double your (?:money|investment)|(?:daily|weekly|monthly) (?:roi|returns?|profits?)|returns? of (?:up to )?\d|\d+ ?(?:%|percent) (?:roi|returns?|profits?|interest|weekly|daily|monthly|per annum|p\.?a\.?))/;

/** Words that offer it in an app about money. */
const aboutMoney =
  /\b(?:loans?|lend|lends|lending|lenders?|borrow|borrows|borrowing|overdrafts?|bnpl|buy now,? pay later|invest|invests|investing|investments?|investors?|roi|dividends?|mutual funds?|savings? returns?|fixed returns?|earn (?:up to )?\d|crowdfund|crowdfunding|ponzi|forex|copy trading)\b/;

const moneyCategories: readonly CategoryKey[] = ['Finance', 'Business'];

/** An authority, or the word licence, and a number near it: 'FCCPC/DML/123', 'CBN licence no. MFB 004'. */
const licence =
  /\b(?:cbn|fccpc|sec|naicom|ndic|pencom|central bank of nigeria|securities and exchange commission|federal competition and consumer protection commission|licen[cs]e|licen[cs]ed|registration)\b[^\n]{0,60}\d{2}/;

/** Whether an app offers loans or investments, and names no licence for it. */
export function needsLicence({
  categories,
  description,
  hasLicenceFact,
  long_description,
  name,
}: OfferTexts): boolean {
  const texts = fold(`${description}\n${long_description}`);
  const offer = `${fold(name)}\n${texts}`;
  const isMoney = categories.length === 0 || categories.some((one) => moneyCategories.includes(one));
  const isOffered = anywhere.test(offer) || (isMoney && aboutMoney.test(offer));
  return isOffered && !hasLicenceFact && !licence.test(texts);
}
