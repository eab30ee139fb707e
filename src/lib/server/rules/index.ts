// Rules of what may be published, and by whom (docs/decisions/019-rules.md).
import type { Context } from '../context.ts';
import { retention } from '../platform/retention.ts';
import { linkRules, reservedNames, restrictions } from './desk.ts';
import { loadDefaults } from './names.ts';

export { passesForSite, refuseImpostor } from './names.ts';
export { liftRestrictions, mailboxOf, refuseRestricted, restrictAccount } from './restrictions.ts';

export const rules = {
  actions: {
    ...{ loadDefaults, links: linkRules, names: reservedNames, restrictions },
    /** Removes restrictions that ended a month ago, and networks of listings after a day. */
    async sweep({ clock, db }: Context): Promise<void> {
      const ended = clock() - retention.restrictions;
      const old = clock() - retention.listingNetworks;
      await db.write((trx) => trx.deleteFrom('restrictions').where('until', '<=', ended).execute());
      await db.write((trx) => trx.deleteFrom('listing_networks').where('listed_at', '<=', old).execute());
    },
  },
};
