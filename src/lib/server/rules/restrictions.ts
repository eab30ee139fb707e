// Restrictions of an address, a network or an account. Patterns have normal forms, which a request looks for by
// equality, so that a check costs the same however many restrictions there are.
import ipaddr from 'ipaddr.js';
import { type RestrictedAction, restrictionKinds } from '../../shared/schemas/desk.ts';
import { normalAddress } from '../../shared/text/visible-text.ts';
import { keysOf } from '../../shared/zod.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppealableError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { ruleMessages } from './messages.ts';

/** `*@mail.example`, `*@*.mail.example` or `promo*@mail.example`. */
const emailPattern = /^([^\s@*]*)\*@(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/;

/** @returns the stored form of an email pattern; null for a text that is none */
export function readEmailPattern(text: string): string | null {
  const pattern = text.trim().toLowerCase();
  if (!pattern.includes('*')) {
    const address = normalAddress(pattern)?.toLowerCase();
    return address === undefined ? null : mailboxOf(address);
  }
  const [, local = '', , domain = ''] = emailPattern.exec(pattern) ?? [];
  if (domain === '') return null;
  // The domain in the form in which addresses are stored.
  return normalAddress(`${local}a@${domain}`) === null ? null : pattern;
}

/**
 * The mailbox behind an address: without what follows a plus, and at Gmail without dots.
 * @param key the address in its normal form
 */
export function mailboxOf(key: string): string {
  const at = key.lastIndexOf('@');
  const [local, domain] = [key.slice(0, at).replace(/(?<=.)\+.*$/, ''), key.slice(at + 1)];
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** @param email as typed or stored. @returns all patterns that match it */
export function patternsOfEmail(email: string): string[] {
  const key = (normalAddress(email) ?? email).toLowerCase();
  const at = key.lastIndexOf('@');
  const local = Array.from(key.slice(0, Math.max(at, 0)));
  const labels = key.slice(at + 1).split('.');
  const parents = labels.slice(0, -1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  const beginnings = local.map((_, index) => local.slice(0, index + 1).join(''));
  const domains = [labels.join('.'), ...parents.filter((parent) => parent.slice(2).includes('.'))];
  return [
    key,
    mailboxOf(key),
    ...domains.flatMap((domain) => ['', ...beginnings].map((one) => `${one}*@${domain}`)),
  ];
}

/** The widest networks that may be restricted: a mistake in the number must not shut out a country. */
const widest = { ipv4: 8, ipv6: 16 };

/** @returns an address or network in CIDR notation, its address cut to the network; null for a text that is neither */
export function readNetwork(text: string): string | null {
  const trimmed = text.trim();
  try {
    const [address, bits] = trimmed.includes('/')
      ? ipaddr.parseCIDR(trimmed)
      : [ipaddr.process(trimmed), ipaddr.process(trimmed).kind() === 'ipv4' ? 32 : 64];
    return bits < widest[address.kind()] ? null : networkOf(address, bits);
  } catch {
    // The parser throws for a text that is not an address.
    return null;
  }
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const text = `${address.toNormalizedString()}/${String(bits)}`;
  const network =
    address instanceof ipaddr.IPv6
      ? ipaddr.IPv6.networkAddressFromCIDR(text)
      : ipaddr.IPv4.networkAddressFromCIDR(text);
  return `${network.toNormalizedString()}/${String(bits)}`;
}

/** @param text the address of a client, of IPv6 its /64. @returns all networks that it is in */
function networksAround(text: string): string[] {
  const plain = text.replace(/\/64$/, '');
  if (!ipaddr.isValid(plain)) return [];
  const address = ipaddr.process(plain);
  const kind = address.kind();
  const most = kind === 'ipv4' ? 32 : 64;
  return Array.from({ length: most - widest[kind] + 1 }, (_, index) => networkOf(address, most - index));
}

interface Restricted {
  action: RestrictedAction;
  email: string | null;
  address: string;
  accountId: string | null;
  now: number;
}

/** The strictest restriction that holds now and matches; null without one. */
export async function findRestrictionOf(db: ReadDb, { action, email, address, accountId, now }: Restricted) {
  // A pattern of one kind is none of another one.
  const patterns = [
    ...(email === null ? [] : patternsOfEmail(email)),
    ...networksAround(address),
    ...(accountId === null ? [] : [accountId]),
  ];
  if (patterns.length === 0) return null;
  const found = await db
    .selectFrom('restrictions')
    .select('effect')
    .where('kind', 'in', keysOf(restrictionKinds))
    .where('pattern', 'in', patterns)
    .where('action', '=', action)
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute();
  if (found.length === 0) return null;
  return found.some(({ effect }) => effect === 'deny') ? 'deny' : 'hold';
}

/**
 * Refuses an action that a restriction denies. The sentence is the same for every reason, so that nobody learns which
 * pattern to avoid.
 */
export async function refuseRestricted(db: ReadDb, restricted: Restricted): Promise<void> {
  if ((await findRestrictionOf(db, restricted)) === 'deny')
    throw new AppealableError(403, ruleMessages.restricted[restricted.action]);
}

/**
 * Denies an account some actions, in the transaction of a decision. Each decision has rows of its own, so that taking
 * one back leaves what others deny.
 */
export async function restrictAccount(
  trx: WriteDb,
  accountId: string,
  actions: readonly RestrictedAction[],
  more: Pick<Row<'restrictions'>, 'created_at' | 'decision_id' | 'reason' | 'until'>,
): Promise<void> {
  const account = { kind: 'account', pattern: accountId, account_id: accountId, effect: 'deny' } as const;
  const rows = [...new Set(actions)].map((action) => ({ id: newId(), action, ...account, ...more }));
  await trx.insertInto('restrictions').values(rows).execute();
}

/** Takes back what a decision restricted. */
export async function liftRestrictions(trx: WriteDb, decisionId: string): Promise<void> {
  await trx.deleteFrom('restrictions').where('decision_id', '=', decisionId).execute();
}
