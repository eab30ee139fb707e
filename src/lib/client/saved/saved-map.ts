// A map of saved apps that several browsers can change at once and merge in any order: for each app the last change
// wins, by a logical clock (a map of last-write-wins registers). Pure, so that tests can run thousands of sequences.
import type { SavedAppJson } from '../../shared/schemas/follow.ts';

/** What is shown of an app without a network. */
export interface SavedFacts {
  name: string;
  /** Path of its page. */
  path: string;
  text: string;
  /** Path of its logo. */
  logo?: string;
}

export interface SavedEntry {
  clock: number;
  isSaved: boolean;
  /** Whether the account has this change. Always false for a visitor without one. */
  isSent: boolean;
  facts?: SavedFacts;
}

/** By the id of the app. */
export type SavedMap = Readonly<Record<string, SavedEntry>>;

/** A clock higher than every one in the map, so that the next change wins over all that this browser has seen. */
function nextClock(map: SavedMap): number {
  let highest = 0;
  for (const { clock } of Object.values(map)) highest = Math.max(highest, clock);
  return highest + 1;
}

/** The map after a press of the heart of an app. */
export function withChange(map: SavedMap, id: string, isSaved: boolean, facts?: SavedFacts): SavedMap {
  const entry: SavedEntry = { clock: nextClock(map), isSaved, isSent: false };
  return { ...map, [id]: isSaved && facts ? { ...entry, facts } : entry };
}

/** Of two equal clocks 'saved' wins, so that nothing is lost. server/saved/saved-writes.ts decides in the same way. */
function wins(one: SavedEntry, other: SavedAppJson): boolean {
  return one.clock > other.clock || (one.clock === other.clock && one.isSaved && !other.saved);
}

export function unsentOf(map: SavedMap): SavedAppJson[] {
  return Object.entries(map)
    .filter(([, { isSent }]) => !isSent)
    .map(([id, { clock, isSaved }]) => ({ id, clock, saved: isSaved }));
}

/**
 * The map of this browser together with that of the account.
 * @param sent the changes that the account has answered. One that its answer leaves out is of an app that is gone
 */
export function mergedWith(
  map: SavedMap,
  account: readonly SavedAppJson[],
  sent: readonly SavedAppJson[],
): SavedMap {
  const merged: Record<string, SavedEntry> = {};
  const sentClock = new Map(sent.map(({ id, clock }) => [id, clock]));
  for (const [id, entry] of Object.entries(map))
    if (!entry.isSent && entry.clock !== sentClock.get(id)) merged[id] = entry;
  for (const change of account) {
    const { id, clock, saved } = change;
    const own = merged[id];
    if (own && wins(own, change)) continue;
    const facts = map[id]?.facts;
    merged[id] = { clock, isSaved: saved, isSent: true, ...(saved && facts && { facts }) };
  }
  return merged;
}

/**
 * The map of an account after somebody who saved apps without it has logged in. What is saved there counts as pressed
 * now. What was taken out again is no change of the account: the person took out what this browser had saved.
 */
export function withVisitors(account: SavedMap, visitor: SavedMap): SavedMap {
  let map = account;
  const oldestFirst = Object.entries(visitor).sort(([, one], [, other]) => one.clock - other.clock);
  for (const [id, { isSaved, facts }] of oldestFirst) if (isSaved) map = withChange(map, id, true, facts);
  return map;
}

/** Ids of the saved apps, the latest first. */
export function savedIds(map: SavedMap): string[] {
  return Object.entries(map)
    .filter(([, { isSaved }]) => isSaved)
    .sort(([, one], [, other]) => other.clock - one.clock)
    .map(([id]) => id);
}
