// Decides whether a listing is published at once or waits for staff. A change is judged by what it adds: what staff
// have let through before is not held again for the same reason.
import { createHmac } from 'node:crypto';
import { held, ruleMessages } from '../../../shared/text/rule-messages.ts';
import type { HoldRule } from '../../../shared/schemas/desk.ts';
import { dayMs } from '../../../shared/text/days.ts';
import { policyOfReason, type PolicyId, type ReportReason } from '../../../shared/schemas/policies.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isLocal, networksOf, type Client } from '../../platform/security/client.ts';
import type { RulesContext } from '../context.ts';
import { hostOf } from '../links/hosts.ts';
import { findRulesOf } from '../links/link-rule-queries.ts';
import { findResembled } from '../names/find-resembled.ts';
import { isNameOfDomain } from '../names/resemblance.ts';
import { findRestrictionOf, refuseRestricted } from '../restrictions/refuse-restricted.ts';
import { namesLicence, offersMoney, type OfferTexts } from './lending.ts';
import { hasNeighbour } from './network-queries.ts';
import { noteNetwork } from './network-writes.ts';

/** Listings of an account within a day that are published at once. */
const listingsADay = 2;

/** Listings of a young account that are looked at if its network made others. */
const firstListings = 3;

/** What visitors read of a listing. */
export interface ListingTexts extends OfferTexts {
  /** As stored; '' for none. */
  links: string[];
}

export interface Judged {
  account: { id: string; email: string; createdAt: number };
  client: Client;
  /** The listing as it was; null for a new one. */
  before: ListingTexts | null;
  after: ListingTexts;
  /** When the account's latest listings were made, up to three, newest first; for a new listing. */
  latest: number[];
  now: number;
}

export interface Hold {
  policy: PolicyId;
  /** For the owner. */
  reason: string;
  /** What ends the hold. */
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

type Found = { rule: HoldRule; detail: string };

export interface Judgement {
  hold: Hold | null;
  /** Whether the change takes away a name that passes for a reserved one. */
  endsImitation: boolean;
}

/**
 * Call it in the transaction that stores the listing.
 * @throws AppError 403 if the account or its network may not publish, 400 for a link that is not allowed
 */
export async function judgeListing(context: RulesContext, trx: WriteDb, judged: Judged): Promise<Judgement> {
  const { account, after, before, client, now } = judged;
  const asked = {
    action: 'publish',
    email: account.email,
    address: client.address,
    accountId: account.id,
    now,
  } as const;
  await refuseRestricted(trx, asked);
  const found: Found[] = [
    ...(await byName(trx, judged)),
    ...(await byLinks(trx, judged)),
    ...byOffer(judged),
    ...(judged.before === null && (await findRestrictionOf(trx, asked)) === 'hold'
      ? [{ rule: 'restricted', detail: '' } as const]
      : []),
    ...(judged.before === null && context.limitsCrowds ? await byCrowd(context, trx, judged) : []),
  ];
  const isRenamed = before !== null && before.name !== after.name;
  const endsImitation =
    isRenamed && (await findResembled(trx, { name: before.name, userId: account.id })) !== null;
  return { hold: holdFor(found), endsImitation };
}

/**
 * Judges all that visitors would read of a listing, as if all of it were new. Nothing is refused: nobody is there to
 * send it again, so that a link that is not allowed holds the listing.
 */
export async function judgeWhole(
  _context: RulesContext,
  trx: WriteDb,
  { account, after }: Pick<Judged, 'after'> & { account: Pick<Judged['account'], 'id'> },
): Promise<Hold | null> {
  const whole = { account, before: null, after };
  const links = (await linkRules(trx, whole)).map(foundLink);
  return holdFor([...(await byName(trx, whole)), ...links.slice(0, 1), ...byOffer(whole)]);
}

/** @returns null where nothing was found */
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
 * Whether a listing that a rule holds has nothing left to be held for. A hold for a crowd or a restriction does not end
 * by a change, and neither does one that staff have decided on.
 * @param proved a domain that the account controls, which may have the name that the listing is held for
 */
export async function mayRelease(
  _context: RulesContext,
  trx: WriteDb,
  { policy, account, after, proved }: Pick<Judged, 'account' | 'after'> & { policy: string; proved?: string },
): Promise<boolean> {
  if (policy === unmendable) return false;
  const label = await findResembled(trx, { name: after.name, userId: account.id });
  const isOwn = label === null || (proved !== undefined && isNameOfDomain(label, proved));
  return isOwn && (await findRulesOf(trx, after.links)).length === 0 && !needsLicence(after);
}

/** What the rules of names, links and offers read. */
type Shown = Pick<Judged, 'after' | 'before'> & { account: Pick<Judged['account'], 'id'> };

async function byName(trx: WriteDb, { account, before, after }: Shown): Promise<Found[]> {
  if (before?.name === after.name) return [];
  const label = await findResembled(trx, { name: after.name, userId: account.id });
  return label === null ? [] : [{ rule: 'name', detail: label }];
}

async function linkRules(trx: WriteDb, { before, after }: Shown): ReturnType<typeof findRulesOf> {
  const hostsBefore = new Set(before?.links.map(hostOf));
  return await findRulesOf(
    trx,
    after.links.filter((link) => !hostsBefore.has(hostOf(link))),
  );
}

const foundLink = ({ host }: { host: string }): Found => ({ rule: 'link', detail: host });

/** @throws AppError 400 */
async function byLinks(trx: WriteDb, shown: Shown): Promise<Found[]> {
  const rules = await linkRules(trx, shown);
  const denied = rules.find(({ effect }) => effect === 'deny');
  if (denied) {
    const sentence = ruleMessages.linkDenied(denied.host);
    throw new AppError(400, sentence, { website: sentence });
  }
  return rules.slice(0, 1).map(foundLink);
}

const needsLicence = (texts: OfferTexts): boolean => offersMoney(texts) && !namesLicence(texts);

function byOffer({ before, after }: Shown): Found[] {
  return needsLicence(after) && !(before && needsLicence(before)) ? [{ rule: 'lending', detail: '' }] : [];
}

/** Many listings at once, from one account or from new accounts of one network. */
async function byCrowd(
  { secret }: RulesContext,
  trx: WriteDb,
  { account, client, latest, now }: Judged,
): Promise<Found[]> {
  const today = latest.filter((at) => at > now - dayMs).length;
  const found: Found[] = today >= listingsADay ? [{ rule: 'many', detail: '' }] : [];
  const isYoung = account.createdAt > now - dayMs;
  // A proxy or a test sends for everybody.
  if (!isYoung || isLocal(client)) return found;
  const network = createHmac('sha256', secret)
    .update(`listing-network:${networksOf(client)[0] ?? client.address}`)
    .digest('hex')
    .slice(0, 32);
  const isCrowded =
    latest.length < firstListings &&
    (await hasNeighbour(trx, { network, userId: account.id, since: now - dayMs }));
  await noteNetwork(trx, { network, userId: account.id, now });
  return isCrowded ? [...found, { rule: 'network', detail: '' }] : found;
}
