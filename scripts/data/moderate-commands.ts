// The commands of `npm run moderate`, and their output.
import type { Moderated, Released, Shown } from '../../src/lib/server/moderation/index.ts';
import type { PolicyId } from '../../src/lib/shared/schemas/moderation/policies.ts';
import type { Desk } from './moderate.ts';

/** Maximum number of lines of `list`. */
const maxListed = 200;

interface Command {
  /** Whether it takes the name of a listing or an account. */
  takes: 'subject' | 'nothing';
  needsReason: boolean;
  /** Whether its decision names a policy. */
  takesPolicy?: true;
  run(desk: Desk, subject: string, reason: string, policy?: PolicyId): Promise<string[]>;
}

/** Names are typed by people, so control characters are removed before they reach a terminal. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
const dayOf = (instant: number | null): string =>
  new Date(instant ?? 0).toISOString().slice(0, 16).replace('T', ' ');
const listings = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'listing' : 'listings'}`;
const addressOf = ({ name, name_id }: { name: string; name_id: string }): string =>
  `${plain(name)} (/app/${name_id})`;
const personOf = (account: { firstname: string; lastname: string; email: string }): string =>
  plain(`${account.firstname} ${account.lastname} <${account.email}>`);

/** Goes to standard error, so that standard output contains only the result. */
const progress = (done: number): void => {
  if (done % 1_000 === 0) console.error(`${done.toLocaleString('en')} ...`);
};

function lineOf(one: Moderated): string {
  const what =
    one.kind === 'listing'
      ? `${one.listing.state === 'removed' ? '' : `${one.listing.state} `}listing  ${one.listing.name_id}  ${one.listing.name}`
      : `account  ${one.account.id}  ${personOf(one.account)}`;
  return plain(`${dayOf(one.at)}  ${what}  ${one.reason}`);
}

function sentenceOf(released: Released): string {
  switch (released.kind) {
    case 'listing':
      return `The name ${plain(released.name)} and the address /app/${released.nameId} of a removed listing are free.`;
    case 'old-address':
      return `The address /app/${released.nameId}, which a listing had before, is free.`;
    case 'old-handle':
      return `The handle ${released.handle}, which somebody had before, is free.`;
    case 'handle':
      return `The handle ${released.handle} was taken back, and is free.`;
  }
}

function describe({ listing, account }: Shown): string[] {
  const lines: string[] = [];
  if (listing) {
    const { row, owner } = listing;
    lines.push(`Listing ${addressOf(row)}`, `  id: ${row.id}`, `  owner: ${personOf(owner)}, id ${owner.id}`);
    lines.push(`  listed: ${dayOf(row.created_at)}`);
    if (row.state_at !== null)
      lines.push(`  ${row.state}: ${dayOf(row.state_at)}`, `  reason: ${row.state_reason}`);
    else if (owner.banned_at !== null) lines.push('  not shown: the account of its owner is closed');
    else lines.push(`  ${row.state}`);
  }
  if (account) {
    const { row } = account;
    lines.push(`Account ${personOf(row)}`, `  id: ${row.id}`, `  handle: ${row.handle ?? 'none'}`);
    lines.push(`  joined: ${dayOf(row.created_at)}, ${row.is_verified === 1 ? 'verified' : 'not verified'}`);
    lines.push(`  ${listings(account.listings.all)}, of which ${String(account.listings.listed)} in lists`);
    if (row.banned_at === null) lines.push('  open');
    else lines.push(`  closed: ${dayOf(row.banned_at)}`, `  reason: ${row.ban_reason}`);
  }
  return lines.map(plain);
}

export const commands: Record<string, Command> = {
  hide: {
    takes: 'subject',
    needsReason: true,
    takesPolicy: true,
    async run({ moderation }, subject, reason, policy) {
      const { listing, done } = await moderation.hideListing(subject, reason, policy);
      return done
        ? [`${addressOf(listing)} is removed: its page says so and why, and it is in no list.`]
        : [
            `${addressOf(listing)} was removed before, on ${dayOf(listing.state_at)}: ${plain(listing.state_reason)}`,
          ];
    },
  },
  restore: {
    takes: 'subject',
    needsReason: false,
    async run({ moderation }, subject) {
      const { listing, done, isOwnerClosed } = await moderation.restoreListing(subject);
      if (!done) return [`${addressOf(listing)} is ${listing.state}; nothing has changed.`];
      return isOwnerClosed
        ? [`${addressOf(listing)} is restored, but not shown: the account of its owner is closed.`]
        : [`${addressOf(listing)} is ${listing.state} again.`];
    },
  },
  delete: {
    takes: 'subject',
    needsReason: true,
    takesPolicy: true,
    async run({ moderation }, subject, reason, policy) {
      const listing = await moderation.deleteListing(subject, reason, policy);
      return [
        `${addressOf(listing)} is deleted. Its pictures follow with the server's next sweep, within the hour.`,
      ];
    },
  },
  ban: {
    takes: 'subject',
    needsReason: true,
    takesPolicy: true,
    async run({ moderation }, subject, reason, policy) {
      const banned = await moderation.banAccount(subject, reason, progress, policy);
      const { account, done, listings: count } = banned;
      const person = personOf(account);
      return [
        done
          ? `The account of ${person} is closed: nobody can log in to it, and nothing of it is shown.`
          : `The account of ${person} was closed before; what was left has been done.`,
        `${listings(count)} taken out of the lists.`,
      ];
    },
  },
  unban: {
    takes: 'subject',
    needsReason: false,
    async run({ moderation }, subject) {
      const { account, done, listings: count } = await moderation.unbanAccount(subject, progress);
      const person = personOf(account);
      return [
        done
          ? `The account of ${person} is open again.`
          : `The account of ${person} was not closed; what was left has been done.`,
        `${listings(count)} back in the lists.`,
      ];
    },
  },
  'release-name': {
    takes: 'subject',
    needsReason: false,
    run: async ({ moderation }, subject) => (await moderation.releaseName(subject)).map(sentenceOf),
  },
  list: {
    takes: 'nothing',
    needsReason: false,
    async run({ moderation }) {
      const found = await moderation.listModerated(maxListed + 1);
      if (found.length === 0) return ['No listing is held, limited or removed, and no account is closed.'];
      const more = found.length > maxListed ? [`These are the newest ${String(maxListed)}.`] : [];
      return [...found.slice(0, maxListed).map(lineOf), ...more];
    },
  },
  show: {
    takes: 'subject',
    needsReason: false,
    run: async ({ moderation }, subject) => describe(await moderation.showSubject(subject)),
  },
  refresh: {
    takes: 'nothing',
    needsReason: false,
    async run(desk) {
      await desk.refresh();
      return ['Every server empties what it keeps of pages.'];
    },
  },
};
