import { hasLeftLists } from '../apps/visibility.ts';
import type { OpenDataContext } from './context.ts';
import { exportNames, findState } from './export-state.ts';

/**
 * @returns the key of the file in the storage; 'later' where something was taken down since, until it is made again;
 * null before the first one
 */
export async function findExport(
  { db }: OpenDataContext,
  name: string,
): Promise<{ key: string; madeAt: number } | 'later' | null> {
  const known = exportNames.find((one) => one === name);
  const state = known === undefined ? null : await findState(db.read);
  if (!state || known === undefined) return null;
  if (await hasLeftLists(db.read, state.madeAt)) return 'later';
  return { key: state.keys[known], madeAt: state.madeAt };
}
