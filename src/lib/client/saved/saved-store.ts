// The map of saved apps in local storage. Accounts that share a browser have a map each; '' is a visitor without one.
import { savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import { readJson, removeText, writeText } from '../storage/browser-storage.ts';
import type { SavedEntry, SavedMap } from './saved-map.ts';

interface Stored {
  /** When the account's map was fetched last; 0 for never. */
  at: number;
  apps: SavedMap;
}

/** Without zod, which would make the script of the hearts ten times as large. */
function isEntry(value: unknown): value is SavedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { clock, isSaved, isSent } = value as Partial<Record<string, unknown>>;
  return Number.isSafeInteger(clock) && typeof isSaved === 'boolean' && typeof isSent === 'boolean';
}

function read(owner: string): Stored {
  const { at, apps } = (readJson(savedAppsKey(owner)) ?? {}) as { at?: unknown; apps?: unknown };
  const entries = Object.entries(typeof apps === 'object' && apps !== null ? apps : {});
  return {
    at: typeof at === 'number' ? at : 0,
    apps: Object.fromEntries(entries.filter((entry): entry is [string, SavedEntry] => isEntry(entry[1]))),
  };
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

export function dropSaved(owner: string): void {
  removeText(savedAppsKey(owner));
}
