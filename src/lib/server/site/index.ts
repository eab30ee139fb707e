// What staff set for the whole site: the contact address, the announcement and the categories.
import type { Category } from '../platform/category-list.ts';
import { DatabaseUnavailable } from '../platform/db/database.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import {
  addCategory,
  changeCategory,
  mergeCategory,
  previewMerge,
  removeCategory,
  showCategories,
} from './categories.ts';
import {
  announcementAt,
  averageNairaPerGb,
  changeAnnouncement,
  changeContact,
  changeDataPrice,
  removeAnnouncement,
  showSettings,
  type Announcement,
  type SiteContext,
  type SiteState,
} from './settings.ts';

export function createSite(context: SiteContext & { state: SiteState }) {
  const { clock, state } = context;

  /** Records that the answer is made of the settings, or of the categories. */
  function note({ reads }: Reader, key: DataKey = dataKey.site): void {
    reads.note(key);
    if (state.isStale()) reads.keepFor(0);
  }

  return {
    reads: {
      /** Where feedback and complaints go. */
      contactEmail(reader: Reader): string {
        note(reader);
        return state.contactEmail;
      },
      /** Naira that people pay for a gigabyte; 0 where pages name no price. */
      dataPrice(reader: Reader): number {
        note(reader);
        return state.current()['data-price'].value.naira_per_gb ?? averageNairaPerGb;
      },
      /** The announcement that is shown now. The answer is kept until that changes. */
      announcement(reader: Reader): Announcement | null {
        note(reader);
        const now = clock();
        const { shown, changesAt } = announcementAt(state.current().announcement.value, now);
        if (changesAt !== null) reader.reads.keepFor(changesAt - now);
        return shown;
      },
      /** In the order in which pages show them. */
      categories(reader: Reader): readonly Category[] {
        note(reader, dataKey.categories);
        return state.categories().all;
      },
      /** The category with this slug, or one that had it: the slug of its name differs then. */
      categoryOfSlug(reader: Reader, slug: string): Category | undefined {
        note(reader, dataKey.categories);
        return state.categories().ofSlug(slug);
      },
      /**
       * The category with this name, or one that had it, ignoring case.
       * @throws DatabaseUnavailable for an unknown one while the categories cannot be read: it may have been added
       */
      categoryNamed(reader: Reader, name: string): Category | undefined {
        note(reader, dataKey.categories);
        const found = state.categories().named(name);
        if (found || !state.isStale()) return found;
        throw new DatabaseUnavailable(new Error('The categories have not been read again yet.'));
      },
    },
    actions: bindContext(context, {
      addCategory,
      changeAnnouncement,
      changeCategory,
      changeContact,
      changeDataPrice,
      mergeCategory,
      previewMerge,
      removeAnnouncement,
      removeCategory,
      showCategories,
      showSettings,
    }),
  };
}
