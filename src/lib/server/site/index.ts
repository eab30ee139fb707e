// What staff set for the whole site: the contact address, the announcement and the categories.
import type { Context } from '../context.ts';
import type { Category } from '../platform/category-list.ts';
import { DatabaseUnavailable } from '../platform/db/database.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import {
  addCategory,
  changeCategory,
  mergeCategory,
  previewMerge,
  removeCategory,
  showCategories,
} from './categories.ts';
import {
  changeAnnouncement,
  changeContact,
  changeDataPrice,
  removeAnnouncement,
  showSettings,
} from './settings.ts';
import { announcementAt, averageNairaPerGb, type Announcement, type SiteState } from './state.ts';

/** Records that the answer is made of the settings, or of the categories. */
function stateOf({ reads, site }: Context, key: DataKey = dataKey.site): SiteState {
  reads.note(key);
  if (site.isStale()) reads.keepFor(0);
  return site;
}

export const site = {
  reads: {
    /** Where feedback and complaints go. */
    contactEmail: (context: Context): string => stateOf(context).contactEmail,
    /** Naira that people pay for a gigabyte; 0 where pages name no price. */
    dataPrice: (context: Context): number =>
      stateOf(context).current()['data-price'].value.naira_per_gb ?? averageNairaPerGb,
    /** The announcement that is shown now. The answer is kept until that changes. */
    announcement(context: Context): Announcement | null {
      const now = context.clock();
      const { shown, changesAt } = announcementAt(stateOf(context).current().announcement.value, now);
      if (changesAt !== null) context.reads.keepFor(changesAt - now);
      return shown;
    },
    /** In the order in which pages show them. */
    categories: (context: Context): readonly Category[] =>
      stateOf(context, dataKey.categories).categories().all,
    /** The category with this slug, or one that had it: the slug of its name differs then. */
    categoryOfSlug: (context: Context, slug: string): Category | undefined =>
      stateOf(context, dataKey.categories).categories().ofSlug(slug),
    /**
     * The category with this name, or one that had it, ignoring case.
     * @throws DatabaseUnavailable for an unknown one while the categories cannot be read: it may have been added
     */
    categoryNamed(context: Context, name: string): Category | undefined {
      const state = stateOf(context, dataKey.categories);
      const found = state.categories().named(name);
      if (found || !state.isStale()) return found;
      throw new DatabaseUnavailable(new Error('The categories have not been read again yet.'));
    },
  },
  actions: {
    ...{ addCategory, changeCategory, mergeCategory, previewMerge, removeCategory, showCategories },
    ...{ changeAnnouncement, changeContact, changeDataPrice, removeAnnouncement, showSettings },
  },
};
