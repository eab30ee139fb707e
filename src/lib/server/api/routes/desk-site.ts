// What staff see and change of the site: its settings, its categories, the shelves of its front page, its numbers, and
// its rules, which are reserved names, restrictions and link rules.
import {
  addCategorySchema,
  addLinkRuleSchema,
  addReservedNameSchema,
  addRestrictionSchema,
  changeAnnouncementSchema,
  changeCategorySchema,
  changeContactSchema,
  changeDataPriceSchema,
  changeLinkRuleSchema,
  changeReservedNameSchema,
  changeRestrictionSchema,
  deskCategoriesSchema,
  linkRuleSchema,
  mergeCategorySchema,
  mergePreviewSchema,
  mergeTargetSchema,
  numbersSchema,
  reservedNameSchema,
  restrictionSchema,
  siteSettingsSchema,
} from '../../../shared/schemas/desk.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import {
  addShelfSchema,
  changeShelfSchema,
  deskShelfSchema,
  pickSchema,
} from '../../../shared/schemas/shelves.ts';
import { readVersion } from '../../../shared/schemas/texts.ts';
import { named, z } from '../../../shared/zod.ts';
import { admin, moderator } from '../middleware/caller.ts';
import { action, idOf, operation, pagedSchema, paging, type Operation } from '../operation.ts';

const read = { tag: 'Desk', who: moderator } as const;
const byAdmins = { tag: 'Desk', who: admin, limit: ['desk'] } as const;
/** All staff keep rules and pick apps: that is daily work, every change is audited, and the next one undoes it. */
const byStaff = { ...read, limit: ['desk'] } as const;
const settings = { answer: siteSettingsSchema, says: 'The settings.' } as const;
const categories = { answer: deskCategoriesSchema, says: 'The categories.' } as const;
const shelf = { answer: deskShelfSchema, says: 'The shelf.' } as const;
const reservedName = { answer: reservedNameSchema, says: 'The reserved name.' } as const;
const restriction = { answer: restrictionSchema, says: 'The restriction.' } as const;
const linkRule = { answer: linkRuleSchema, says: 'The link rule.' } as const;
const ofRules = {
  query: z.object({
    q: z.string().max(limits.searchText).optional().describe('Only what holds this text.'),
    ...paging.shape,
  }),
};
const stays = 'Apps that it held stay held until staff decide.';
const asItIs = <Item>(item: Item): Item => item;
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
    form: named('RemoveAnnouncement', { version: readVersion }),
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
    params: idOf('category'),
    summary: 'Renames a category, or moves it in the list',
    description: `${effect} Addresses with the old name lead to the new one. Searches by the new name follow in small steps.`,
    form: changeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.changeCategory(caller, params.id, form),
  }),
  operation('GET /desk/categories/{id}/merge/', 'previewMerge', {
    ...read,
    params: idOf('category'),
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
    params: idOf('category'),
    summary: 'Begins to merge a category into another one',
    description:
      'For admins. Its listings move in small steps; then it is gone, and its addresses lead to the other category. New listings that name it have the other one at once.',
    form: mergeCategorySchema,
    run: ({ caller, form, params, services }) => services.site.mergeCategory(caller, params.id, form),
  }),
  operation('POST /desk/categories/{id}/remove/', 'removeCategory', {
    ...byAdmins,
    ...categories,
    params: idOf('category'),
    summary: 'Removes a category without listings',
    description: `${effect} One that has listings can be merged only.`,
    form: named('RemoveCategory', { version: readVersion }),
    run: ({ caller, form, params, services }) => services.site.removeCategory(caller, params.id, form),
  }),
  operation('GET /desk/shelves/', 'listDeskShelves', {
    ...read,
    summary: 'The shelves of the front page that editors keep',
    description: 'Those that begin last come first. Each app says what it lacks.',
    query: paging,
    answer: pagedSchema(deskShelfSchema, 'PagedDeskShelves'),
    says: 'A page of shelves.',
    run: async ({ page, query, services }) => page(await services.shelves.listShelves(query.cursor), asItIs),
  }),
  operation('GET /desk/picks/', 'checkPick', {
    ...read,
    summary: 'An app, and what it lacks to be picked',
    description: 'By its name_id, id or address.',
    query: z.object({
      app: z
        .string()
        .min(1, 'Enter the address of an app.')
        .max(2_048)
        .describe('`name_id`, id or address of the app.'),
    }),
    answer: pickSchema,
    says: 'The app.',
    run: ({ query, services }) => services.shelves.checkPick(query.app),
  }),
  operation('POST /desk/shelves/', 'addShelf', {
    ...byStaff,
    ...shelf,
    summary: 'Adds a shelf',
    description: `For staff. ${atOnce} Two shelves of one slot cannot be there at one time: that answers 409.`,
    form: addShelfSchema,
    status: 201,
    run: ({ caller, form, services }) => services.shelves.addShelf(caller, form),
  }),
  operation('PATCH /desk/shelves/{id}/', 'changeShelf', {
    ...byStaff,
    ...shelf,
    params: idOf('shelf'),
    summary: 'Replaces what a shelf is',
    description: `For staff. ${atOnce} A shelf that is over does not change any more.`,
    form: changeShelfSchema,
    run: ({ caller, form, params, services }) => services.shelves.changeShelf(caller, params.id, form),
  }),
  action('POST /desk/shelves/{id}/remove/', 'removeShelf', {
    ...byStaff,
    params: idOf('shelf'),
    summary: 'Removes a shelf',
    description: `For staff. ${atOnce}`,
    form: named('RemoveShelf', { version: readVersion }),
    says: 'It is gone.',
    run: ({ caller, form, params, services }) => services.shelves.removeShelf(caller, params.id, form),
  }),
  operation('GET /desk/names/', 'listReservedNames', {
    ...read,
    ...ofRules,
    summary: 'Reserved names in the order of their letters',
    description: 'Those that hold the letters of `q`, however they are written.',
    answer: pagedSchema(reservedNameSchema, 'PagedReservedNames'),
    says: 'One page of reserved names.',
    run: async ({ page, query, services }) => page(await services.rules.names.list(query), asItIs),
  }),
  operation('POST /desk/names/', 'addReservedName', {
    ...byStaff,
    ...reservedName,
    summary: 'Reserves a name',
    description:
      'An app whose name passes for it, by anybody but the accounts in `allowed`, is held when it is listed or renamed. Apps that are listed already stay.',
    form: addReservedNameSchema,
    status: 201,
    run: ({ caller, form, services }) => services.rules.names.add(caller, form),
  }),
  operation('PATCH /desk/names/{id}/', 'changeReservedName', {
    ...byStaff,
    ...reservedName,
    params: idOf('reserved name'),
    summary: 'Changes what is sent of a reserved name',
    description: 'An account in `allowed` may use the name; the list replaces the one that is stored.',
    form: changeReservedNameSchema,
    run: ({ caller, form, params, services }) => services.rules.names.change(caller, params.id, form),
  }),
  action('DELETE /desk/names/{id}/', 'removeReservedName', {
    ...byStaff,
    params: idOf('reserved name'),
    summary: 'Removes a reserved name',
    description: stays,
    says: 'Removed.',
    run: ({ caller, params, services }) => services.rules.names.remove(caller, params.id),
  }),
  operation('GET /desk/restrictions/', 'listRestrictions', {
    ...read,
    ...ofRules,
    summary: 'Restrictions, newest first',
    description: 'Those that have ended are shown for 30 days.',
    answer: pagedSchema(restrictionSchema, 'PagedRestrictions'),
    says: 'One page of restrictions.',
    run: async ({ page, query, services }) => page(await services.rules.restrictions.list(query), asItIs),
  }),
  operation('POST /desk/restrictions/', 'addRestriction', {
    ...byStaff,
    ...restriction,
    summary: 'Restricts an address, a network or an account',
    description: '`deny` refuses the action; `hold`, for publishing only, lets every new app wait for staff.',
    form: addRestrictionSchema,
    status: 201,
    run: ({ caller, form, services }) => services.rules.restrictions.add(caller, form),
  }),
  operation('PATCH /desk/restrictions/{id}/', 'changeRestriction', {
    ...byStaff,
    ...restriction,
    params: idOf('restriction'),
    summary: 'Changes what is sent of a restriction',
    description: 'Whom it restricts and from what cannot be changed: remove it and add another one.',
    form: changeRestrictionSchema,
    run: ({ caller, form, params, services }) => services.rules.restrictions.change(caller, params.id, form),
  }),
  action('DELETE /desk/restrictions/{id}/', 'removeRestriction', {
    ...byStaff,
    params: idOf('restriction'),
    summary: 'Removes a restriction',
    description: 'It ends at once.',
    says: 'Removed.',
    run: ({ caller, params, services }) => services.rules.restrictions.remove(caller, params.id),
  }),
  operation('GET /desk/links/', 'listLinkRules', {
    ...read,
    ...ofRules,
    summary: 'Link rules, newest first',
    description: 'Those whose host holds `q`.',
    answer: pagedSchema(linkRuleSchema, 'PagedLinkRules'),
    says: 'One page of link rules.',
    run: async ({ page, query, services }) => page(await services.rules.links.list(query), asItIs),
  }),
  operation('POST /desk/links/', 'addLinkRule', {
    ...byStaff,
    ...linkRule,
    summary: 'Adds a rule for the links to a host',
    description:
      'It stands for the subdomains as well. `deny` refuses a listing that links there; `hold` lets it wait for staff.',
    form: addLinkRuleSchema,
    status: 201,
    run: ({ caller, form, services }) => services.rules.links.add(caller, form),
  }),
  operation('PATCH /desk/links/{id}/', 'changeLinkRule', {
    ...byStaff,
    ...linkRule,
    params: idOf('link rule'),
    summary: 'Changes what is sent of a link rule',
    description: 'The host cannot be changed: remove the rule and add another one.',
    form: changeLinkRuleSchema,
    run: ({ caller, form, params, services }) => services.rules.links.change(caller, params.id, form),
  }),
  action('DELETE /desk/links/{id}/', 'removeLinkRule', {
    ...byStaff,
    params: idOf('link rule'),
    summary: 'Removes a link rule',
    description: stays,
    says: 'Removed.',
    run: ({ caller, params, services }) => services.rules.links.remove(caller, params.id),
  }),
];
