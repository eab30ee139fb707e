// Brings the saved apps of this browser and of the account together. Repeating it does no harm: a change keeps its
// clock, so that the server stores it once.
import type { SavedAppJson } from '../../shared/schemas/follow.ts';
import { mergedWith, unsentOf, withVisitors, type SavedMap } from './saved-map.ts';
import { dropSaved, readSaved, writeSaved } from './saved-store.ts';

export interface Account {
  id: string;
  /** Whether this account is still logged in here. After a logout nothing of it may be written. */
  isOpen(): boolean;
  /**
   * Sends changes, if there are any.
   * @returns the account's map; null if there was no answer
   */
  exchange(changes: readonly SavedAppJson[]): Promise<SavedAppJson[] | null>;
}

const isEmpty = (map: SavedMap): boolean => Object.keys(map).length === 0;

/** @returns whether the account has everything that is saved here */
export async function syncSaved({ id, isOpen, exchange }: Account, now: () => number): Promise<boolean> {
  if (!isEmpty(readSaved(''))) {
    // The clocks of what a visitor has saved must be higher than those of the account.
    const account = await exchange([]);
    if (!account || !isOpen()) return false;
    const taken = withVisitors(mergedWith(readSaved(id), account, []), readSaved(''));
    // What cannot be stored for the account stays with the visitor.
    if (!writeSaved(id, taken)) return false;
    dropSaved('');
  }
  const sent = unsentOf(readSaved(id));
  const account = await exchange(sent);
  if (!account || !isOpen()) return false;
  const merged = mergedWith(readSaved(id), account, sent);
  return writeSaved(id, merged, now()) && unsentOf(merged).length === 0;
}
