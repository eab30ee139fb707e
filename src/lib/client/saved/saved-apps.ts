// The saved apps of this browser, which several browsers can change at once and merge in any order: for each app the
// last change wins, by a logical clock (a map of last-write-wins registers). Accounts that share a browser have a map
// each; '' is a visitor without one.
import { savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import type { SavedAppJson } from '../../shared/schemas/follow.ts';
import { callApi } from '../api/api.ts';
import { currentClaims } from '../session/session.ts';
import { readJson, removeText, writeText } from '../storage.ts';

/** What is shown of an app without a network. */
export interface SavedFacts {
  name: string;
  path: string;
  text: string;
  logo?: string;
}

interface SavedEntry {
  clock: number;
  isSaved: boolean;
  /** Whether the account has this change. Always false for a visitor without one. */
  isSent: boolean;
  facts?: SavedFacts;
}

/** By the id of the app. */
export type SavedMap = Readonly<Record<string, SavedEntry>>;

interface Stored {
  /** When the account's map was fetched last; 0 for never. */
  at: number;
  apps: SavedMap;
}

function read(owner: string): Stored {
  const stored = readJson(savedAppsKey(owner)) as Partial<Stored> | null;
  return { at: stored?.at ?? 0, apps: stored?.apps ?? {} };
}

export const readSaved = (owner: string): SavedMap => read(owner).apps;

export const fetchedAt = (owner: string): number => read(owner).at;

/**
 * @param at when the account's map was fetched; by default as before
 * @returns whether the browser kept it
 */
export function writeSaved(owner: string, apps: SavedMap, at = fetchedAt(owner)): boolean {
  return writeText(savedAppsKey(owner), JSON.stringify({ at, apps } satisfies Stored));
}

/** The map after a press of the heart of an app. Its clock is higher than every one that this browser has seen. */
export function withChange(map: SavedMap, id: string, isSaved: boolean, facts?: SavedFacts): SavedMap {
  const clock = Math.max(0, ...Object.values(map).map((entry) => entry.clock)) + 1;
  return { ...map, [id]: { clock, isSaved, isSent: false, ...(isSaved && facts && { facts }) } };
}

export function unsentOf(map: SavedMap): SavedAppJson[] {
  return Object.entries(map)
    .filter(([, { isSent }]) => !isSent)
    .map(([id, { clock, isSaved }]) => ({ id, clock, saved: isSaved }));
}

/** Ids of the saved apps, the latest first. */
export function savedIds(map: SavedMap): string[] {
  return Object.entries(map)
    .filter(([, { isSaved }]) => isSaved)
    .sort(([, one], [, other]) => other.clock - one.clock)
    .map(([id]) => id);
}

/**
 * The map of this browser together with that of the account. Of two equal clocks 'saved' wins, so that nothing is lost;
 * lib/server/apps/saved.ts decides in the same way.
 * @param sent the changes that the account has answered. One that its answer leaves out is of an app that is gone
 */
function mergedWith(
  map: SavedMap,
  account: readonly SavedAppJson[],
  sent: readonly SavedAppJson[],
): SavedMap {
  const merged: Record<string, SavedEntry> = {};
  const sentClock = new Map(sent.map(({ id, clock }) => [id, clock]));
  for (const [id, entry] of Object.entries(map))
    if (!entry.isSent && entry.clock !== sentClock.get(id)) merged[id] = entry;
  for (const { id, clock, saved } of account) {
    const own = merged[id];
    if (own && (own.clock > clock || (own.clock === clock && own.isSaved && !saved))) continue;
    const facts = map[id]?.facts;
    merged[id] = { clock, isSaved: saved, isSent: true, ...(saved && facts && { facts }) };
  }
  return merged;
}

/**
 * The map of an account after somebody who saved apps without it has logged in. What is saved there counts as pressed
 * now. What was taken out again is no change of the account: the person took out what this browser had saved.
 */
function withVisitors(account: SavedMap, visitor: SavedMap): SavedMap {
  // The oldest first.
  return savedIds(visitor).reduceRight((map, id) => withChange(map, id, true, visitor[id]?.facts), account);
}

/**
 * Brings the saved apps of this browser and of the account together. Repeating it does no harm: a change keeps its
 * clock, so that the server stores it once.
 * @returns whether the account has everything that is saved here
 */
export async function syncSaved(id: string): Promise<boolean> {
  const path = '/user/me/saved/';
  /** @returns the account's map; null without an answer, and after a logout, when nothing of it may be written */
  const exchange = async (changes: readonly SavedAppJson[]): Promise<SavedAppJson[] | null> => {
    const change = changes.length > 0 && { json: { apps: changes } };
    const result = await callApi<{ apps: SavedAppJson[] }>(change ? 'PUT' : 'GET', path, change || {});
    // From the storage, because another tab may have ended the session a moment ago.
    return result.kind === 'ok' && currentClaims()?.user_id === id ? result.data.apps : null;
  };
  const visitor = readSaved('');
  if (Object.keys(visitor).length > 0) {
    // The clocks of what a visitor has saved must be higher than those of the account.
    const account = await exchange([]);
    // What cannot be stored for the account stays with the visitor.
    if (!account || !writeSaved(id, withVisitors(mergedWith(readSaved(id), account, []), visitor)))
      return false;
    removeText(savedAppsKey(''));
  }
  const sent = unsentOf(readSaved(id));
  const account = await exchange(sent);
  if (!account) return false;
  const merged = mergedWith(readSaved(id), account, sent);
  return writeSaved(id, merged, Date.now()) && unsentOf(merged).length === 0;
}
