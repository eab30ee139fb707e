import type { ReindexApps, ReindexOwner } from '../platform/reindex.ts';

/** See ReindexOwner. */
export function createReindexOwner(reindex: ReindexApps): ReindexOwner {
  return async (trx, userId) => {
    const apps = await trx.selectFrom('apps').select('id').where('owner_id', '=', userId).execute();
    await reindex(
      trx,
      apps.map(({ id }) => id),
    );
  };
}
