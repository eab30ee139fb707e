// An operation of the API is declared once: its address, who may, what is sent and answered, what it costs, and the
// function. From the declaration come its middleware and its part of the OpenAPI document.
import type { TokenScope } from '../../shared/text/factor-messages.ts';
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { doneSchema } from '../../shared/schemas/accounts.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { Caller } from '../accounts/sessions.ts';
import { AppError } from '../platform/errors.ts';
import type { Client } from '../platform/security/client.ts';
import type { QuotaName } from '../platform/quotas/quotas.ts';
import type { Upload } from '../platform/uploads/parse-upload.ts';
import type { Services } from '../services.ts';
import type { ApiContext, ApiEnv } from './environment.ts';
import { errorSchema, validate } from './errors.ts';
import { readText, readUpload, refuseAnnounced, textContent, type UploadBody } from './middleware/body.ts';
import { admitTokens, clientOf, type Who } from './middleware/caller.ts';
import { limit } from './middleware/limit.ts';
import { done, ofAccount, once, readKey, type KeysOf } from './middleware/once.ts';

export type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Awaitable<Value> = Value | Promise<Value>;

/** What the function of an operation is given. */
export interface Call<Found, Params, Query, Form> {
  c: Context<ApiEnv>;
  services: Services;
  client: Client;
  caller: Found;
  params: Params;
  query: Query;
  form: Form;
  /** Files by the name of their field; they exist until the answer. */
  files: Upload['files'];
  /** A page as JSON: `next` and `previous` are the request's own address with another cursor. */
  page<Item, Json>(page: Page<Item>, shape: (item: Item) => Json): Paged<Json>;
}

interface Paged<Json> {
  results: Json[];
  next: string | null;
  previous: string | null;
  count: number;
}

/** Method and path after /api/v1, with parameters in braces. */
type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

interface Declaration<
  Found,
  Params extends z.ZodType | undefined,
  Query extends z.ZodObject | undefined,
  Form extends z.ZodType | undefined,
  Answer extends z.ZodType,
  Result = z.output<Answer>,
> {
  tag: string;
  summary: string;
  description: string;
  who: Who<Found>;
  /** What a token for programs needs; without one no such token is taken. */
  scope?: TokenScope;
  /** The only fields that a token may send; all when left out. */
  scopeFields?: readonly string[];
  params?: Params;
  query?: Query;
  /** A body without files; everybody may send it. */
  form?: Form;
  /** A body that is read when `allow` has been asked. */
  upload?: UploadBody<Exclude<Form, undefined>>;
  /** Throws where the caller may not do this. Comes before an upload is read. */
  allow?(call: Call<Found, OutputOf<Params>, OutputOf<Query>, unknown>): unknown;
  limit?: readonly QuotaName[] | ((caller: Caller | null) => readonly QuotaName[]);
  /** Whose an Idempotency-Key is; of the account when left out. A text says why the write takes none. */
  key?: KeysOf | string;
  answer: Answer;
  /** Describes the answer. */
  says: string;
  /** For a schema without a name; named schemas have theirs in description/examples.ts. */
  example?: z.output<Answer>;
  status?: 200 | 201;
  /** Further answers in the description, for a function that makes its own response. */
  answers?: RouteConfig['responses'];
  /** Statuses of refusals beside those of `who`, `limit` and the body. */
  refuses?: readonly (401 | 403 | 404 | 429)[];
  /** Whether everybody can read contact details of people here, so that reading many is limited. */
  showsContacts?: boolean;
  /** Completes an answer, also one that is sent again: sets cookies. */
  after?(c: Context<ApiEnv>, answer: z.output<Answer>): void;
  run(call: Call<Found, OutputOf<Params>, OutputOf<Query>, OutputOf<Form>>): Awaitable<Result | Response>;
}

export interface Operation {
  route: RouteConfig;
  middleware(context: ApiContext): MiddlewareHandler<ApiEnv>[];
}

/** A refusal in the description, which completes it (description/description.ts). */
const refusal = { description: '', content: { 'application/json': { schema: errorSchema } } };

export const answering = (schema: z.ZodType, description: string, example?: unknown) => ({
  description,
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

export function operation<
  Found,
  Answer extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Form extends z.ZodType | undefined = undefined,
>(at: Address, id: string, declared: Declaration<Found, Params, Query, Form, Answer>): Operation {
  return build(at, id, declared, (body) => body as object);
}

/** An operation that answers nothing but its success. */
export function action<
  Found,
  Params extends z.ZodType | undefined = undefined,
  Form extends z.ZodType | undefined = undefined,
>(
  at: Address,
  id: string,
  declared: Omit<Declaration<Found, Params, undefined, Form, typeof doneSchema, unknown>, 'answer'>,
): Operation {
  return build(at, id, { ...declared, answer: doneSchema }, () => done);
}

/**
 * A write of an account whose `run` returns what its first transaction, also of the audit trail, returned; `shape`
 * makes the answer of it.
 * The answer to an Idempotency-Key is stored in the transaction, so that a killed process leaves both or neither.
 */
export function atomicOperation<
  Found,
  Answer extends z.ZodType<object>,
  Result,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Form extends z.ZodType | undefined = undefined,
>(
  at: Address,
  id: string,
  declared: Declaration<Found, Params, Query, Form, Answer, Result> & {
    shape(result: Result): z.output<Answer>;
  },
): Operation {
  return build(at, id, declared, declared.shape, true);
}

function build<
  Found,
  Answer extends z.ZodType,
  Result,
  Params extends z.ZodType | undefined,
  Query extends z.ZodObject | undefined,
  Form extends z.ZodType | undefined,
>(
  at: Address,
  operationId: string,
  declared: Declaration<Found, Params, Query, Form, Answer, Result>,
  shape: (result: Result) => object,
  isAtomic = false,
): Operation {
  const {
    after,
    allow,
    form,
    key = ofAccount,
    params,
    query,
    run,
    scope,
    status = 200,
    upload,
    who,
  } = declared;
  const [verb = '', path = ''] = at.split(' ');
  const method = verb.toLowerCase() as RouteConfig['method'];
  const content = upload?.content ?? (form && textContent(form));
  const refusals = [
    ...who.refusals,
    ...(declared.limit && typeof declared.limit !== 'function' ? [429] : []),
    ...(declared.refuses ?? []),
  ];
  const route = {
    method,
    path: `/api/v1${path}`,
    operationId,
    description: declared.description,
    tags: [declared.tag],
    ...(who.security && { security: [...who.security, ...(scope ? [{ token: [] }] : [])] }),
    summary: declared.summary,
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(content && { body: { content } }),
    },
    responses: {
      [status]: answering(declared.answer, declared.says, declared.example),
      ...declared.answers,
      ...Object.fromEntries(refusals.map((one) => [one, refusal])),
    },
    ...(typeof key === 'string' && { 'x-no-idempotency-key': key }),
    ...(scope && { 'x-token-scope': scope }),
    ...(declared.showsContacts && { 'x-shows-contacts': true }),
  } as RouteConfig;

  const admit = admitTokens(scope);
  const check: MiddlewareHandler<ApiEnv> = async (c, next) => {
    if (params) c.set('params', validate(params, c.req.param()));
    if (query) {
      const sent = Object.entries(c.req.queries());
      const values = sent.map(([name, all]) => [name, all.length > 1 ? all : all[0]]);
      c.set('query', validate(query, Object.fromEntries(values)));
    }
    await next();
  };
  const checkForm: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const schema = upload?.schema ?? form;
    if (schema) c.set('form', validate(schema, c.var.sent ? c.var.sent.fields : {}));
    if (declared.scopeFields && c.var.caller?.token) refuseOthers(declared.scopeFields, c.var.form as object);
    await next();
  };
  const identify: MiddlewareHandler<ApiEnv> = async (c, next) => {
    c.set('found', await who.find(c));
    await next();
  };
  const complete: MiddlewareHandler<ApiEnv> = async (c, next) => {
    await next();
    if (after && c.res.ok) after(c, (await c.res.clone().json()) as z.output<Answer>);
  };
  const { limit: named = [] } = declared;
  const spend = limit(typeof named === 'function' ? named : () => named, upload !== undefined);
  const keyed = method === 'get' || typeof key === 'string' ? [] : [readKey(key, upload !== undefined)];
  const doOnce = keyed.length > 0 ? [once] : [];

  return {
    route,
    middleware({ bodies, siteUrl }) {
      const callOf = (c: Context<ApiEnv>) =>
        ({
          ...c.var,
          c,
          client: clientOf(c),
          caller: c.var.found,
          files: c.var.sent?.files ?? {},
          page: (page, shape) => pagedOf(c, siteUrl, page, shape),
        }) as Call<Found, OutputOf<Params>, OutputOf<Query>, OutputOf<Form>>;
      const permit: MiddlewareHandler<ApiEnv> = async (c, next) => {
        // What was answered before needs no permission.
        if (!c.var.keyed?.isAnswered) await allow?.(callOf(c));
        await next();
      };
      const work = async (c: Context<ApiEnv>): Promise<Result | Response> => {
        const { services, unanswered } = c.var;
        if (!isAtomic || !unanswered?.accountId) return await run(callOf(c));
        const { isKept, result } = await services.keptAnswers.keepingFirst(
          (returned) => ({ ...unanswered, answer: { status, body: shape(returned as Result) } }),
          async () => await run(callOf(c)),
        );
        c.set('isKept', isKept);
        return result;
      };
      const answer = async (c: Context<ApiEnv>) => {
        const result = await work(c);
        return result instanceof Response ? result : c.json(shape(result), status as ContentfulStatusCode);
      };
      if (upload) {
        const before = [refuseAnnounced(true), ...keyed, check, identify, permit, spend];
        return [admit, ...before, readUpload(bodies), ...doOnce, checkForm, answer];
      }
      const body = form ? [refuseAnnounced(false), readText(bodies)] : [];
      return [
        admit,
        ...body,
        ...(after ? [complete] : []),
        ...keyed,
        ...doOnce,
        check,
        identify,
        permit,
        checkForm,
        spend,
        answer,
      ];
    },
  };
}

/** @throws AppError 403 */
function refuseOthers(fields: readonly string[], form: object): void {
  const other = Object.keys(form).find((name) => !fields.includes(name));
  if (other !== undefined) throw new AppError(403, `A token for programs cannot change '${other}'.`);
}

/** Adds operations to the API and its description. Of two that match an address the first answers. */
export function mount(api: OpenAPIHono<ApiEnv>, context: ApiContext, operations: readonly Operation[]): void {
  for (const { middleware, route } of operations) {
    api.openAPIRegistry.registerPath(route);
    api.on(route.method, [route.path.replaceAll(/\{(\w+)\}/g, ':$1')], ...middleware(context));
  }
}

/** The `{id}` of a path. @param of the noun that the description uses */
export const idOf = (of: string) => z.object({ id: z.string().meta({ description: `Id of the ${of}.` }) });

export const nameIdOfApp = z.object({
  name_id: z.string().meta({ description: '`name_id` or id of the app.' }),
});

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

/** The query of every list. */
export const paging = z.object({
  cursor: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: "Opaque; taken from another page's `next` or `previous`." }),
});

function pagedOf<Item, Json>(
  c: Context,
  siteUrl: string,
  page: Page<Item>,
  shape: (item: Item) => Json,
): Paged<Json> {
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
