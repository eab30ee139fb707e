import { z } from 'zod';
import {
  appFilters,
  fixedFilters,
  valuesOfFilter,
  type FilterValue,
  type FixedFilter,
} from '../../../shared/schemas/app-filters.ts';
import {
  factFilters,
  labelsOfFact,
  titleOfFact,
  type FactFilterName,
} from '../../../shared/schemas/facts/fact-filters.ts';
import { appSchema, sortOrders } from '../../../shared/schemas/apps.ts';
import { firstCategories } from '../../../shared/schemas/categories.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import { socialNetworks } from '../../../shared/addresses/social-networks.ts';
import { absentApp } from '../../apps/index.ts';
import { AppError } from '../../platform/errors.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { clientOf, findCaller } from '../requests/caller.ts';
import { createRoute } from '../requests/once.ts';
import {
  createRouter,
  cursorParameter,
  jsonOf,
  nameIdOfApp,
  pagedOf,
  pagedSchema,
  refusing,
  type ApiContext,
} from '../router.ts';

export const pagedApps = pagedSchema(appSchema, 'PagedApps');

const tags = ['Apps'];

/** Filters with a fixed list of values. Categories are not among them, because they match in any case. */
const choices = Object.fromEntries(
  fixedFilters.map((name) => {
    const values = valuesOfFilter(name);
    const error = `'${name}' must be one of ${values.join(', ')}.`;
    const choice: z.ZodType<string, string> = z.enum(values, { error });
    return [name, choice.optional().meta({ description: appFilters[name].description })];
  }),
) as {
  [Name in FixedFilter]: z.ZodOptional<z.ZodType<FilterValue<Name>, FilterValue<Name>>>;
};

const facts = Object.fromEntries(
  factFilters.map((name) => {
    const values = Object.keys(labelsOfFact(name));
    const error = `'${name}' must be one of ${values.join(', ')}.`;
    const choice: z.ZodType<string, string> = z.enum(values, { error });
    return [name, choice.optional().meta({ description: `By the fact '${titleOfFact(name)}'.` })];
  }),
) as Record<FactFilterName, z.ZodOptional<z.ZodType<string, string>>>;

const listRoute = createRoute({
  method: 'get',
  path: '/app/',
  operationId: 'listApps',
  description:
    '`search`, `category`, `platform`, `phase`, the facts and `sort` combine. With `search` the best matches come first, and `sort` is passed over.',
  tags,
  summary: 'Lists apps, newest first',
  request: {
    query: z.object({
      search: z.string().max(limits.searchText).optional().meta({
        description: 'Words, or beginnings of words, of name, description, categories and owner. Best first.',
      }),
      category: z.string().max(50).optional().meta({ description: appFilters.category.description }),
      ...choices,
      ...facts,
      sort: z
        .enum(sortOrders, { error: `'sort' must be one of ${sortOrders.join(', ')}.` })
        .optional()
        .meta({ description: 'newest when left out. Passed over with `search`.' }),
      cursor: cursorParameter,
    }),
  },
  responses: { 200: jsonOf(pagedApps, 'One page of apps.') },
});

const categoriesRoute = createRoute({
  method: 'get',
  path: '/app/category_list/',
  operationId: 'listCategories',
  description: 'The only names that `category` takes.',
  tags,
  summary: 'The categories an app can have',
  responses: { 200: jsonOf(z.array(z.string()), 'Category names.', firstCategories.slice(0, 3)) },
});

const networksRoute = createRoute({
  method: 'get',
  path: '/app/social_list/',
  operationId: 'listSocialNetworks',
  description: 'The only names that `social_account_dict` takes.',
  tags: ['Users'],
  summary: 'The social networks a profile can link to',
  responses: { 200: jsonOf(z.array(z.string()), 'Network names.', socialNetworks.slice(0, 3)) },
});

const existsRoute = createRoute({
  method: 'get',
  path: '/app/exists/',
  operationId: 'appNameExists',
  description:
    'A name that looks like one of somebody else is taken, too. With a bearer token it is not held against the own apps.',
  tags,
  summary:
    'Whether an app of this name, or one that looks like it, exists; of the own ones the same name alone counts',
  security: [{}, { bearer: [] }],
  request: {
    query: z.object({
      name: z.string('Give the name to look for.').max(200).meta({ description: 'The name to look for.' }),
    }),
  },
  responses: {
    200: jsonOf(z.object({ exists: z.boolean() }), 'Whether it exists.', { exists: true }),
    ...refusing(429),
  },
});

const detailRoute = createRoute({
  method: 'get',
  path: '/app/{name_id}/',
  operationId: 'getApp',
  description:
    'An address from before a renaming works for 90 days. A removed listing is answered 404 with a sentence that says so.',
  tags,
  summary: 'One app, by its name_id (also one it had before it was renamed) or id',
  request: { params: nameIdOfApp },
  responses: { 200: jsonOf(appSchema, 'The app.'), ...refusing(404) },
});

export function createAppsRouter({ shapes, siteUrl }: ApiContext) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const { search: finding, site } = c.var.services;
      const { search, category: categoryText, sort, cursor, ...chosen } = c.req.valid('query');
      const category = categoryText ? site.categoryAskedFor(categoryText)?.key : undefined;
      if (categoryText && !category) {
        const sentence = `There is no category '${categoryText}'.`;
        throw new AppError(400, sentence, { category: sentence });
      }
      const page = search
        ? await finding.searchApps({ ...chosen, text: search, category, cursor })
        : await finding.browseApps({ ...chosen, category, sort, cursor });
      return c.json(pagedOf(c, siteUrl, page, shapes.app), 200);
    })
    .openapi(categoriesRoute, (c) => {
      const names = c.var.services.site.categories().map(({ name }) => name);
      return c.json(names, 200);
    })
    .openapi(networksRoute, (c) => c.json([...socialNetworks], 200))
    .openapi(existsRoute, async (c) => {
      const { services } = c.var;
      await services.limiter.spend(quotas.nameChecks, { account: null, client: clientOf(c) });
      const caller = await findCaller(c);
      const { name } = c.req.valid('query');
      return c.json({ exists: await services.apps.nameExists(name, caller?.userId) }, 200);
    })
    .openapi(detailRoute, async (c) => {
      const { apps } = c.var.services;
      let found = await apps.findApp(c.req.valid('param').name_id);
      if (found.kind === 'renamed') found = await apps.findApp(found.nameId);
      if (found.kind !== 'found') throw absentApp(found);
      return c.json(shapes.app(found.app), 200);
    });
}
