// What staff see and change of the site: its settings, its categories, the shelves of its front page, its numbers.
import {
  addCategorySchema,
  changeCategorySchema,
  deskCategoriesSchema,
  mergeCategorySchema,
  mergePreviewSchema,
  mergeTargetSchema,
  removeCategorySchema,
  changeAnnouncementSchema,
  changeContactSchema,
  changeDataPriceSchema,
  numbersSchema,
  removeAnnouncementSchema,
  siteSettingsSchema,
} from '../../../shared/schemas/desk.ts';
import {
  addShelfSchema,
  changeShelfSchema,
  deskShelfSchema,
  pickParameters,
  pickSchema,
  removeShelfSchema,
} from '../../../shared/schemas/shelves.ts';
import { admin, moderator } from '../middleware/caller.ts';
import { action, idOf, operation, pagedSchema, paging, type Operation } from '../operation.ts';

const read = { tag: 'Desk', who: moderator } as const;
const byAdmins = { tag: 'Desk', who: admin, limit: ['desk'] } as const;
/** All staff keep shelves: picking is daily work, every change is audited, and the next one undoes it. */
const byEditors = { ...read, limit: ['desk'] } as const;
const settings = { answer: siteSettingsSchema, says: 'The settings.' } as const;
const categories = { answer: deskCategoriesSchema, says: 'The categories.' } as const;
const shelf = { answer: deskShelfSchema, says: 'The shelf.' } as const;
const ofCategory = { params: idOf('category') };
const ofShelf = { params: idOf('shelf') };
const atOnce = 'It is in effect on every node when it is answered.';
const effect = `For admins. ${atOnce}`;

export const siteOperations = (): Operation[] => [
  operation('GET /desk/site/', 'findSiteSettings', {
    ...read,
    ...settings,
    summary: 'The settings of the site',
    description: 'As they are stored, with the versions that a change has to send.',
    run: ({ services }) => services.site.showSettings(),
  }),
  operation('POST /desk/site/contact/', 'changeContactAddress', {
    ...byAdmins,
    ...settings,
    summary: 'Sets the contact address',
    description: `${effect} Pages, mails, security.txt and the API name it.`,
    form: changeContactSchema,
    run: ({ caller, form, services }) => services.site.changeContact(caller, form),
  }),
  operation('POST /desk/site/data-price/', 'changeDataPrice', {
    ...byAdmins,
    ...settings,
    summary: 'Sets the price of a gigabyte',
    description: `${effect} The data saver names what a page has cost by it.`,
    form: changeDataPriceSchema,
    run: ({ caller, form, services }) => services.site.changeDataPrice(caller, form),
  }),
  operation('POST /desk/site/announcement/', 'changeAnnouncement', {
    ...byAdmins,
    ...settings,
    summary: 'Sets the announcement on every page',
    description: `${effect} It replaces the one before, also for those who have closed that one.`,
    form: changeAnnouncementSchema,
    run: ({ caller, form, services }) => services.site.changeAnnouncement(caller, form),
  }),
  operation('POST /desk/site/announcement/remove/', 'removeAnnouncement', {
    ...byAdmins,
    ...settings,
    summary: 'Removes the announcement',
    description: effect,
    form: removeAnnouncementSchema,
    run: ({ caller, form, services }) => services.site.removeAnnouncement(caller, form),
  }),
  operation('GET /desk/numbers/', 'showDeskNumbers', {
    ...read,
    summary: 'Numbers of the directory, and of each of the last 30 days',
    description: 'What has been deleted since is not counted.',
    limit: ['deskSearches'],
    answer: numbersSchema,
    says: 'The numbers.',
    run: ({ services }) => services.desk.showNumbers(),
  }),
  operation('GET /desk/categories/', 'listDeskCategories', {
    ...read,
    ...categories,
    summary: 'The categories as staff see them',
    description: 'With the numbers of their listings, and the versions that a change has to send.',
    run: ({ services }) => services.site.showCategories(),
  }),
  operation('POST /desk/categories/', 'addCategory', {
    ...byAdmins,
    ...categories,
    summary: 'Adds a category',
    description: `${effect} It comes last. A category that has the same name is not added again.`,
    form: addCategorySchema,
    run: ({ caller, form, services }) => services.site.addCategory(caller, form),
  }),
  operation('PATCH /desk/categories/{id}/', 'changeCategory', {
    ...byAdmins,
    ...categories,
    ...ofCategory,
    summary: 'Renames a category, or moves it in the list',
    description: `${effect} Addresses with the old name lead to the new one. Searches by the new name follow in small steps.`,
    form: changeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.changeCategory(caller, params.id, form),
  }),
  operation('GET /desk/categories/{id}/merge/', 'previewMerge', {
    ...read,
    ...ofCategory,
    summary: 'What a merge would move',
    description: 'Changes nothing.',
    query: mergeTargetSchema,
    answer: mergePreviewSchema,
    says: 'The numbers.',
    run: ({ params, query, services }) => services.site.previewMerge(params.id, query.into),
  }),
  operation('POST /desk/categories/{id}/merge/', 'mergeCategory', {
    ...byAdmins,
    ...categories,
    ...ofCategory,
    summary: 'Begins to merge a category into another one',
    description:
      'For admins. Its listings move in small steps; then it is gone, and its addresses lead to the other category. New listings that name it have the other one at once.',
    form: mergeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.mergeCategory(caller, params.id, form),
  }),
  operation('POST /desk/categories/{id}/remove/', 'removeCategory', {
    ...byAdmins,
    ...categories,
    ...ofCategory,
    summary: 'Removes a category without listings',
    description: `${effect} One that has listings can be merged only.`,
    form: removeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.removeCategory(caller, params.id, form),
  }),
  operation('GET /desk/shelves/', 'listDeskShelves', {
    ...read,
    summary: 'The shelves of the front page that editors keep',
    description: 'Those that begin last come first. Each app says what it lacks.',
    query: paging,
    answer: pagedSchema(deskShelfSchema, 'PagedDeskShelves'),
    says: 'A page of shelves.',
    run: async ({ page, query, services }) =>
      page(await services.shelves.listShelves(query.cursor), (item) => item),
  }),
  operation('GET /desk/picks/', 'checkPick', {
    ...read,
    summary: 'An app, and what it lacks to be picked',
    description: 'By its name_id, id or address.',
    query: pickParameters,
    answer: pickSchema,
    says: 'The app.',
    run: ({ query, services }) => services.shelves.checkPick(query.app),
  }),
  operation('POST /desk/shelves/', 'addShelf', {
    ...byEditors,
    ...shelf,
    summary: 'Adds a shelf',
    description: `For staff. ${atOnce} Two shelves of one slot cannot be there at one time: that answers 409.`,
    form: addShelfSchema,
    status: 201,
    run: ({ caller, form, services }) => services.shelves.addShelf(caller, form),
  }),
  operation('PATCH /desk/shelves/{id}/', 'changeShelf', {
    ...byEditors,
    ...shelf,
    ...ofShelf,
    summary: 'Replaces what a shelf is',
    description: `For staff. ${atOnce} A shelf that is over does not change any more.`,
    form: changeShelfSchema,
    run: ({ caller, form, params, services }) => services.shelves.changeShelf(caller, params.id, form),
  }),
  action('POST /desk/shelves/{id}/remove/', 'removeShelf', {
    ...byEditors,
    ...ofShelf,
    summary: 'Removes a shelf',
    description: `For staff. ${atOnce}`,
    form: removeShelfSchema,
    says: 'It is gone.',
    run: ({ caller, form, params, services }) => services.shelves.removeShelf(caller, params.id, form),
  }),
];
