// What every router of the API is made with.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getPath } from 'hono/utils/url';
import { z } from 'zod';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { BodyBudgets } from '../platform/uploads/body-budgets.ts';
import type { ApiBindings } from '../edge/render/fetch-renderer.ts';
import type { Services } from '../services.ts';
import { errorOfZod, errorSchema } from './errors.ts';
import type { Shapes } from './shapes.ts';

/**
 * What a request finds in `c.var`: the slices, bound to its recorder. There are no others, so no answer can be made of
 * what is not noted.
 */
export interface ApiEnv {
  Bindings: Partial<ApiBindings>;
  Variables: { services: Services };
}

export interface ApiContext {
  shapes: Shapes;
  siteUrl: string;
  bodies: BodyBudgets;
}

export function createRouter(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    // Paths end in '/', and the form without it works too. Files of the documentation have none.
    getPath: (request) => getPath(request).replace(/\/[^/.]+$/, '$&/'),
    defaultHook: (result, c) => (result.success ? undefined : c.json(errorOfZod(result.error), 400)),
  });
}

/** @param example stands in the description; an answer with a schema of its own name needs none (examples.ts) */
export function jsonOf<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example?: z.output<Schema>,
) {
  return {
    description,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** The answer to a write that has nothing else to say. */
export const doneSchema = z.object({ success: z.literal(true) }).meta({ id: 'Done' });

/** `{id}` of a path. @param of what it names, as the description says it */
export const idOf = (of: string) => z.object({ id: z.string().meta({ description: `Id of the ${of}.` }) });

export const nameIdOfApp = z.object({
  name_id: z.string().meta({ description: '`name_id` or id of the app.' }),
});

/** The refusals that a route documents. */
export const refusals = {
  400: jsonOf(errorSchema, 'Something in the request is not valid.'),
  401: jsonOf(errorSchema, 'Not logged in, or wrong credentials.'),
  403: jsonOf(errorSchema, 'Logged in, but not allowed.'),
  404: jsonOf(errorSchema, 'There is no such thing.'),
  408: jsonOf(errorSchema, 'The request took too long to arrive.'),
  409: jsonOf(errorSchema, 'Not as things stand; the sentence says what to do first.'),
  413: jsonOf(errorSchema, 'The request, or a file in it, is too large.'),
  415: jsonOf(errorSchema, 'The body is of a type that is not taken.'),
  429: jsonOf(errorSchema, 'Too many requests; Retry-After says when to try again.'),
  503: jsonOf(
    errorSchema,
    'Too many at once, or the database or storage is away; Retry-After says when to try again.',
  ),
} as const;

const counted =
  'Items in the whole list. A list that can be endless (all apps, a search, all releases) is counted up to ' +
  `${limits.counted.toLocaleString('en')}.`;

export function pagedSchema<Item extends z.ZodType>(item: Item, id: string) {
  return z
    .object({
      results: z.array(item).meta({ maxItems: limits.pageSize }),
      next: z.url().nullable().meta({ description: 'Address of the next page; null on the last one.' }),
      previous: z
        .url()
        .nullable()
        .meta({ description: 'Address of the page before; null on the first one.' }),
      count: z.int().min(0).meta({ description: counted }),
    })
    .meta({ id, description: `One page of a list, with ${limits.pageSize} items at most.` });
}

/** The `cursor` parameter of every list. */
export const cursorParameter = z
  .string()
  .max(1_000)
  .optional()
  .meta({ description: "Opaque; taken from another page's `next` or `previous`." });

/** A page as the contract has it: `next` and `previous` are the request's own address with another cursor. */
export function pagedOf<Item, Json>(
  c: Context,
  siteUrl: string,
  page: Page<Item>,
  shape: (item: Item) => Json,
) {
  const address = (cursor: string | null) => {
    if (cursor === null) return null;
    const parameters = new URL(c.req.url).searchParams;
    parameters.set('cursor', cursor);
    return `${siteUrl}${c.req.path.replace(/\/?$/, '/')}?${parameters.toString()}`;
  };
  return {
    results: page.items.map(shape),
    next: address(page.next),
    previous: address(page.previous),
    count: page.count,
  };
}
