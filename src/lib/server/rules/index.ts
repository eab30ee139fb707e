// Rules of what may be published, and by whom (docs/decisions/019-rules.md).
import { bindContext } from '../platform/reads/slices.ts';
import { retention } from '../platform/retention.ts';
import type { RulesContext } from './context.ts';
import { addLink, dropLink, editLink, listLinks } from './desk/links.ts';
import { addName, dropName, editName, listNames } from './desk/names.ts';
import { addRestriction, dropRestriction, editRestriction, listRestrictions } from './desk/restrictions.ts';
import { judgeListing, judgeWhole, mayRelease } from './holds/judge-listing.ts';
import { forgetNetworks } from './holds/network-writes.ts';
import { loadDefaults } from './names/load-defaults.ts';
import { removeExpired } from './restrictions/restriction-writes.ts';

export { refuseImpostor } from './names/refuse-impostor.ts';
export { keepProvedName } from './names/proved-name-writes.ts';
export { passesForSite } from './names/find-resembled.ts';
export { mailboxOf } from './restrictions/patterns.ts';
export { liftRestrictions, restrictAccount } from './restrictions/restriction-writes.ts';
export { refuseRestricted } from './restrictions/refuse-restricted.ts';
export type Rules = ReturnType<typeof createRules>;

export function createRules(context: RulesContext) {
  return {
    ...bindContext(context, {
      judgeListing,
      judgeWhole,
      mayRelease,
      loadDefaults,
      listNames,
      addName,
      editName,
      dropName,
      listRestrictions,
      addRestriction,
      editRestriction,
      dropRestriction,
      listLinks,
      addLink,
      editLink,
      dropLink,
    }),
    /** Removes restrictions that ended a month ago, and networks of listings after a day. */
    async sweep(): Promise<void> {
      const { clock, db } = context;
      await db.write((trx) => removeExpired(trx, clock() - retention.restrictions));
      await db.write((trx) => forgetNetworks(trx, clock() - retention.listingNetworks));
    },
  };
}
