// Listings: reading, searching, listing, changing and deleting.
import type { Context } from 'hono';
import { enumOf, keysOf, z } from '../../../shared/zod.ts';
import { socialNetworks } from '../../../shared/addresses/social-networks.ts';
import { reservedApiNames } from '../../../shared/addresses/urls.ts';
import {
  appFilters,
  filterNames,
  type FilterName,
  type FilterValues,
} from '../../../shared/schemas/filters.ts';
import { appFieldNames } from '../../../shared/schemas/app-fields.ts';
import { appBodies } from '../../../shared/schemas/app-forms.ts';
import { appSchema, sortOrders } from '../../../shared/schemas/apps.ts';
import { firstCategories } from '../../../shared/schemas/categories.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import { requireVerified } from '../../apps/find-app.ts';
import type { AppPictures } from '../../apps/write-app.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import type { ApiContext } from '../environment.ts';
import { pictureOf, picturesOf, uploadOf } from '../middleware/body.ts';
import { anybody, anybodyOrMember, member } from '../middleware/caller.ts';
import {
  action,
  atomicOperation,
  nameIdOfApp,
  operation,
  pagedSchema,
  paging,
  type Operation,
} from '../operation.ts';

export const pagedApps = pagedSchema(appSchema, 'PagedApps');

const oneOf = (name: string, values: readonly string[], description: string) => {
  const error = `'${name}' must be one of ${values.join(', ')}.`;
  const choice: z.ZodType<string, string> = z.enum(values, { error });
  return choice.optional().meta({ description });
};

/** Filters with a fixed list of values. Categories are not among them, because they match in any case. */
const choices = Object.fromEntries(
  filterNames.map((name) => {
    const { description, label, options } = appFilters[name];
    return [name, oneOf(name, Object.keys(options), description ?? `By the fact '${label}'.`)];
  }),
) as { [Name in FilterName]: z.ZodOptional<z.ZodType<FilterValues[Name], FilterValues[Name]>> };

const listQuery = z.object({
  search: z.string().max(limits.searchText).optional().meta({
    description: 'Words, or beginnings of words, of name, description, categories and owner. Best first.',
  }),
  category: z.string().max(50).optional().meta({ description: 'A name of /app/category_list/.' }),
  ...choices,
  sort: enumOf(sortOrders, `'sort' must be one of ${keysOf(sortOrders).join(', ')}.`)
    .optional()
    .meta({ description: 'newest when left out. Passed over with `search`.' }),
  ...paging.shape,
});

/** Routes such as '/app/category_list/' match '/app/{name_id}/' for other methods than GET. @throws AppError 405 */
function refuseReserved(c: Context, name: string): void {
  if (!reservedApiNames.includes(name)) return;
  c.header('Allow', 'GET, HEAD');
  throw new AppError(405, 'This address takes GET, HEAD.');
}

const sentPictures = (files: Upload['files']): AppPictures => ({
  logo: pictureOf(files, 'logo'),
  screenshots: picturesOf(files, 'screenshot', 'screenshots'),
});

const ofApp = {
  tag: 'Apps',
  who: member,
  params: nameIdOfApp,
  limit: ['changes'],
  refuses: [403, 404],
} as const;
const open = { tag: 'Apps', who: anybody } as const;

export function appOperations({ categoryNamed, shapes }: ApiContext): Operation[] {
  const bodies = appBodies((name) => categoryNamed(name)?.name);
  return [
    operation('GET /app/', 'listApps', {
      ...open,
      summary: 'Lists apps, newest first',
      description:
        '`search`, `category`, `platform`, `phase`, the facts and `sort` combine. With `search` the best matches come first, and `sort` is passed over.',
      query: listQuery,
      answer: pagedApps,
      says: 'One page of apps.',
      showsContacts: true,
      async run({ page, query, services: { search, site } }) {
        const { search: text, category: categoryText, ...chosen } = query;
        const category = categoryText ? site.categoryNamed(categoryText)?.key : undefined;
        if (categoryText && !category)
          throw fieldError('category', `There is no category '${categoryText}'.`);
        return page(await search.browseApps({ ...chosen, text, category }), shapes.app);
      },
    }),
    operation('GET /app/category_list/', 'listCategories', {
      ...open,
      summary: 'The categories an app can have',
      description: 'The only names that `category` takes.',
      answer: z.array(z.string()),
      says: 'Category names.',
      example: firstCategories.slice(0, 3),
      run: ({ services }) => services.site.categories().map(({ name }) => name),
    }),
    operation('GET /app/social_list/', 'listSocialNetworks', {
      tag: 'Users',
      summary: 'The social networks a profile can link to',
      description: 'The only names that `social_account_dict` takes.',
      who: anybody,
      answer: z.array(z.string()),
      says: 'Network names.',
      example: socialNetworks.slice(0, 3),
      run: () => [...socialNetworks],
    }),
    operation('GET /app/exists/', 'appNameExists', {
      tag: 'Apps',
      summary:
        'Whether an app of this name, or one that looks like it, exists; of the own ones the same name alone counts',
      description:
        'A name that looks like one of somebody else is taken, too. With a bearer token it is not held against the own apps.',
      who: anybodyOrMember,
      query: z.object({
        name: z.string('Give the name to look for.').max(200).meta({ description: 'The name to look for.' }),
      }),
      limit: ['nameChecks'],
      answer: z.object({ exists: z.boolean() }),
      says: 'Whether it exists.',
      example: { exists: true },
      run: async ({ caller, query, services }) => ({
        exists: await services.apps.nameExists(query.name, caller?.userId),
      }),
    }),
    operation('GET /app/{name_id}/', 'getApp', {
      ...open,
      summary: 'One app, by its name_id (also one it had before it was renamed) or id',
      description:
        'An address from before a renaming works for 90 days. A removed listing is answered 404 with a sentence that says so.',
      params: nameIdOfApp,
      answer: appSchema,
      says: 'The app.',
      refuses: [404],
      showsContacts: true,
      run: async ({ params, services }) => shapes.app(await services.apps.requireApp(params.name_id)),
    }),
    atomicOperation('POST /app/', 'createApp', {
      tag: 'Apps',
      summary: 'Lists an app',
      description:
        'The account has to be verified. A name, a description and at least one valid link are needed. The app begins with a first release. JSON and urlencoded bodies carry the texts alone; files need multipart.',
      who: member,
      upload: uploadOf(bodies.create, {
        logo: 1,
        screenshot: limits.screenshotsPerApp,
      }),
      allow: ({ caller }) => requireVerified(caller),
      limit: ['changes', 'listings'],
      status: 201,
      answer: appSchema,
      says: 'The app.',
      refuses: [403],
      shape: shapes.app,
      run: ({ caller, files, form, services }) => services.apps.createApp(caller, form, sentPictures(files)),
    }),
    atomicOperation('PATCH /app/{name_id}/', 'updateApp', {
      ...ofApp,
      scope: 'edit',
      // Not who sees the app and whether it lives on; and the number of a release needs the other scope.
      scopeFields: ['name', 'category', 'screenshot_order', ...appFieldNames],
      summary: 'Changes what is sent; screenshots are added',
      description:
        'Only the owner may. A new name gives a new `name_id`, and the old address leads on. `screenshots` are added to those that are there, up to 4. JSON and urlencoded bodies carry the texts alone; files need multipart.',
      upload: uploadOf(bodies.update, {
        logo: 1,
        screenshots: limits.screenshotsPerApp,
      }),
      async allow({ c, caller, params, services }) {
        refuseReserved(c, params.name_id);
        await services.apps.requireMayUpdate(caller, params.name_id);
      },
      answer: appSchema,
      says: 'The app.',
      shape: shapes.app,
      run: ({ caller, files, form, params, services }) =>
        services.apps.updateApp(caller, params.name_id, form, sentPictures(files)),
    }),
    action('DELETE /app/{name_id}/', 'deleteApp', {
      ...ofApp,
      summary: 'Deletes an app with all that belongs to it',
      description: 'Only the owner may. It cannot be undone.',
      allow: ({ c, params }) => refuseReserved(c, params.name_id),
      says: 'Deleted.',
      run: ({ caller, params, services }) => services.apps.deleteApp(caller, params.name_id),
    }),
  ];
}
