// Building blocks of the API's routers.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getPath } from 'hono/utils/url';
import { z } from 'zod';
import { doneSchema } from '../../shared/schemas/answers/done.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { BodyBudgets } from '../platform/uploads/body-budgets.ts';
import type { ApiBindings } from '../http/api.ts';
import type { Services } from '../services.ts';
import { errorOfZod, errorSchema } from './errors.ts';
import type { Caller } from '../accounts/index.ts';
import type { Shapes } from './shapes.ts';

export interface ApiEnv {
  Bindings: Partial<ApiBindings>;
  Variables: {
    /** The slices bound to the request's recorder: every read of an answer is recorded. */
    services: Services;
    /** Null without a valid token. */
    caller?: Caller | null;
    /** The account that a kept answer is removed with, where the request has no caller. */
    accountId?: string;
    /** Of a request with an Idempotency-Key (requests/once.ts). */
    once?: {
      /** Whether it was answered before, so that the work needs no permission. */
      isAnswered: boolean;
      /** To be called with the content of a body that the handler reads. @throws AppError 409 */
      begin(content: string[]): Promise<void>;
    };
    /** Makes the answer of the result that a slice gives `keepAnswer`, where the result is not the answer. */
    shape?: (result: never) => object;
  };
}

export interface ApiContext {
  shapes: Shapes;
  siteUrl: string;
  bodies: BodyBudgets;
  /** The category with this name or former name. */
  categoryNamed(name: string): { name: string } | undefined;
}

export function createRouter(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    // Adds the final '/' of routes where the request left it out, but not to file names (swagger-ui.css).
    getPath: (request) => getPath(request).replace(/\/[^/.]+$/, '$&/'),
    defaultHook: (result, c) => (result.success ? undefined : c.json(errorOfZod(result.error), 400)),
  });
}

/** @param example for a schema without a name; named schemas have theirs in examples.ts */
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

export { doneSchema };

/** The `{id}` of a path. @param of the noun that the description uses */
export const idOf = (of: string) => z.object({ id: z.string().meta({ description: `Id of the ${of}.` }) });

export const nameIdOfApp = z.object({
  name_id: z.string().meta({ description: '`name_id` or id of the app.' }),
});

type RefusalStatus = 401 | 403 | 404 | 429;
type Refusal = ReturnType<typeof jsonOf<typeof errorSchema>>;

/**
 * The refusals of one route. description.ts describes them, and adds those that every request, write or body can meet.
 */
export function refusing<Status extends RefusalStatus>(...statuses: Status[]): Record<Status, Refusal> {
  const refusal = jsonOf(errorSchema, '');
  return Object.fromEntries(statuses.map((status) => [status, refusal])) as Record<Status, Refusal>;
}

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

/** A page as JSON: `next` and `previous` are the request's own address with another cursor. */
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
