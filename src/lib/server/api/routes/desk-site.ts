// What staff see and change of the site: its settings, its categories, the shelves of its front page, its numbers.
import { doneSchema } from '../../../shared/schemas/answers/done.ts';
import {
  addCategorySchema,
  changeCategorySchema,
  deskCategoriesSchema,
  mergeCategorySchema,
  mergePreviewSchema,
  mergeTargetSchema,
  removeCategorySchema,
} from '../../../shared/schemas/moderation/categories.ts';
import {
  addShelfSchema,
  changeShelfSchema,
  deskShelfSchema,
  pickParameters,
  pickSchema,
  removeShelfSchema,
} from '../../../shared/schemas/moderation/shelves.ts';
import {
  changeAnnouncementSchema,
  changeContactSchema,
  changeDataPriceSchema,
  numbersSchema,
  removeAnnouncementSchema,
  siteSettingsSchema,
} from '../../../shared/schemas/moderation/site.ts';
import type { ApiContext } from '../environment.ts';
import { admin, moderator } from '../middleware/caller.ts';
import { done } from '../middleware/once.ts';
import { idOf, operation, pagedSchema, paging, type Operation } from '../operation.ts';

const read = { tag: 'Desk', who: moderator } as const;
const byAdmins = { tag: 'Desk', who: admin, limit: ['deskChanges'] } as const;
/** All staff keep shelves: picking is daily work, every change is audited, and the next one undoes it. */
const byEditors = { ...read, limit: ['deskChanges'] } as const;
const settings = { answer: siteSettingsSchema, says: 'The settings.' } as const;
const categories = { answer: deskCategoriesSchema, says: 'The categories.' } as const;
const shelf = { answer: deskShelfSchema, says: 'The shelf.' } as const;
const ofCategory = { params: idOf('category') };
const ofShelf = { params: idOf('shelf') };
const atOnce = 'It is in effect on every node when it is answered.';
const effect = `For admins. ${atOnce}`;

const settingOperations = (): Operation[] => [
  operation({
    ...read,
    ...settings,
    at: 'GET /desk/site/',
    id: 'findSiteSettings',
    summary: 'The settings of the site',
    description: 'As they are stored, with the versions that a change has to send.',
    run: ({ services }) => services.site.showSettings(),
  }),
  operation({
    ...byAdmins,
    ...settings,
    at: 'POST /desk/site/contact/',
    id: 'changeContactAddress',
    summary: 'Sets the contact address',
    description: `${effect} Pages, mails, security.txt and the API name it.`,
    form: changeContactSchema,
    run: ({ caller, form, services }) => services.site.changeContact(caller, form),
  }),
  operation({
    ...byAdmins,
    ...settings,
    at: 'POST /desk/site/data-price/',
    id: 'changeDataPrice',
    summary: 'Sets the price of a gigabyte',
    description: `${effect} The data saver names what a page has cost by it.`,
    form: changeDataPriceSchema,
    run: ({ caller, form, services }) => services.site.changeDataPrice(caller, form),
  }),
  operation({
    ...byAdmins,
    ...settings,
    at: 'POST /desk/site/announcement/',
    id: 'changeAnnouncement',
    summary: 'Sets the announcement on every page',
    description: `${effect} It replaces the one before, also for those who have closed that one.`,
    form: changeAnnouncementSchema,
    run: ({ caller, form, services }) => services.site.changeAnnouncement(caller, form),
  }),
  operation({
    ...byAdmins,
    ...settings,
    at: 'POST /desk/site/announcement/remove/',
    id: 'removeAnnouncement',
    summary: 'Removes the announcement',
    description: effect,
    form: removeAnnouncementSchema,
    run: ({ caller, form, services }) => services.site.removeAnnouncement(caller, form),
  }),
  operation({
    ...read,
    at: 'GET /desk/numbers/',
    id: 'showDeskNumbers',
    summary: 'Numbers of the directory, and of each of the last 30 days',
    description: 'What has been deleted since is not counted.',
    limit: ['deskSearches'],
    answer: numbersSchema,
    says: 'The numbers.',
    run: ({ services }) => services.numbers.showNumbers(),
  }),
];

const categoryOperations = (): Operation[] => [
  operation({
    ...read,
    ...categories,
    at: 'GET /desk/categories/',
    id: 'listDeskCategories',
    summary: 'The categories as staff see them',
    description: 'With the numbers of their listings, and the versions that a change has to send.',
    run: ({ services }) => services.site.showCategories(),
  }),
  operation({
    ...byAdmins,
    ...categories,
    at: 'POST /desk/categories/',
    id: 'addCategory',
    summary: 'Adds a category',
    description: `${effect} It comes last. A category that has the same name is not added again.`,
    form: addCategorySchema,
    run: ({ caller, form, services }) => services.site.addCategory(caller, form),
  }),
  operation({
    ...byAdmins,
    ...categories,
    ...ofCategory,
    at: 'PATCH /desk/categories/{id}/',
    id: 'changeCategory',
    summary: 'Renames a category, or moves it in the list',
    description: `${effect} Addresses with the old name lead to the new one. Searches by the new name follow in small steps.`,
    form: changeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.changeCategory(caller, params.id, form),
  }),
  operation({
    ...read,
    ...ofCategory,
    at: 'GET /desk/categories/{id}/merge/',
    id: 'previewMerge',
    summary: 'What a merge would move',
    description: 'Changes nothing.',
    query: mergeTargetSchema,
    answer: mergePreviewSchema,
    says: 'The numbers.',
    run: ({ params, query, services }) => services.site.previewMerge(params.id, query.into),
  }),
  operation({
    ...byAdmins,
    ...categories,
    ...ofCategory,
    at: 'POST /desk/categories/{id}/merge/',
    id: 'mergeCategory',
    summary: 'Begins to merge a category into another one',
    description:
      'For admins. Its listings move in small steps; then it is gone, and its addresses lead to the other category. New listings that name it have the other one at once.',
    form: mergeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.mergeCategory(caller, params.id, form),
  }),
  operation({
    ...byAdmins,
    ...categories,
    ...ofCategory,
    at: 'POST /desk/categories/{id}/remove/',
    id: 'removeCategory',
    summary: 'Removes a category without listings',
    description: `${effect} One that has listings can be merged only.`,
    form: removeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.removeCategory(caller, params.id, form),
  }),
];

const shelfOperations = ({ shapes }: ApiContext): Operation[] => [
  operation({
    ...read,
    at: 'GET /desk/shelves/',
    id: 'listDeskShelves',
    summary: 'The shelves of the front page that editors keep',
    description: 'Those that begin last come first. Each app says what it lacks.',
    query: paging,
    answer: pagedSchema(deskShelfSchema, 'PagedDeskShelves'),
    says: 'A page of shelves.',
    run: async ({ page, query, services }) =>
      page(await services.shelves.listShelves(query.cursor), shapes.deskShelf),
  }),
  operation({
    ...read,
    at: 'GET /desk/picks/',
    id: 'checkPick',
    summary: 'An app, and what it lacks to be picked',
    description: 'By its name_id, id or address.',
    query: pickParameters,
    answer: pickSchema,
    says: 'The app.',
    run: async ({ query, services }) => shapes.pick(await services.shelves.checkPick(query.app)),
  }),
  operation({
    ...byEditors,
    ...shelf,
    at: 'POST /desk/shelves/',
    id: 'addShelf',
    summary: 'Adds a shelf',
    description: `For staff. ${atOnce} Two shelves of one slot cannot be there at one time: that answers 409.`,
    form: addShelfSchema,
    status: 201,
    run: async ({ caller, form, services }) =>
      shapes.deskShelf(await services.shelves.addShelf(caller, form)),
  }),
  operation({
    ...byEditors,
    ...shelf,
    ...ofShelf,
    at: 'PATCH /desk/shelves/{id}/',
    id: 'changeShelf',
    summary: 'Replaces what a shelf is',
    description: `For staff. ${atOnce} A shelf that is over does not change any more.`,
    form: changeShelfSchema,
    run: async ({ caller, form, params, services }) =>
      shapes.deskShelf(await services.shelves.changeShelf(caller, params.id, form)),
  }),
  operation({
    ...byEditors,
    ...ofShelf,
    at: 'POST /desk/shelves/{id}/remove/',
    id: 'removeShelf',
    summary: 'Removes a shelf',
    description: `For staff. ${atOnce}`,
    form: removeShelfSchema,
    answer: doneSchema,
    says: 'It is gone.',
    async run({ caller, form, params, services }) {
      await services.shelves.removeShelf(caller, params.id, form);
      return done;
    },
  }),
];

export const siteOperations = (context: ApiContext): Operation[] => [
  ...settingOperations(),
  ...categoryOperations(),
  ...shelfOperations(context),
];
