// The OpenAPI document: the definitions of the routes, completed by examples, shared responses and header fields. And
// facts of each route for the page cache, read from the same definitions.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { AddressFacts, FactsOf } from '../../http/cache.ts';
import { patternOf } from '../../http/route-names.ts';
import type { ApiEnv } from '../environment.ts';
import {
  components,
  etagHeader,
  idempotencyKey,
  ifNoneMatch,
  infoOf,
  responseOf,
  tags,
} from './description-parts.ts';
import { createExamples, type JsonSchema } from './examples.ts';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type Path = NonNullable<Document['paths']>[string];
type Operation = NonNullable<Path['get']>;
type Content = Record<string, { schema?: unknown; example?: unknown }>;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Responses that every request, every GET (which checks a token even where none is needed), write or body can get. */
const toAll = [400, 405, 431, 500, 503];
const toReads = [401];
const toWrites = [409];
/** Those with an Idempotency-Key. */
const toKeyed = [422];
const toBodies = [408, 413, 415, 429];

/** Whether a body has a required field; every named schema has one. */
function isRequired(content: Content): boolean {
  return Object.values(content).every(({ schema }) => {
    if (typeof schema !== 'object' || schema === null) return false;
    return '$ref' in schema || ('required' in schema && Array.isArray(schema.required));
  });
}

type ExampleOf = ReturnType<typeof createExamples>;

function addExamples(content: Content, exampleOf: ExampleOf): void {
  for (const [type, media] of Object.entries(content))
    if (/\/json$|form/.test(type)) media.example ??= exampleOf(media.schema as JsonSchema);
}

function describeBody({ requestBody }: Operation, exampleOf: ExampleOf): void {
  if (!requestBody || '$ref' in requestBody) return;
  addExamples(requestBody.content, exampleOf);
  if (isRequired(requestBody.content)) requestBody.required = true;
}

/** Whether a refusal says more than the common ones, so that it is not replaced by the shared description. */
function hasOwnSchema({ content = {} }: { content?: Content }): boolean {
  return Object.values(content).some(({ schema }) => {
    const isReference = typeof schema === 'object' && schema !== null && '$ref' in schema;
    return isReference && schema.$ref !== '#/components/schemas/Error';
  });
}

function describeAnswers(operation: Operation, isRead: boolean, exampleOf: ExampleOf): void {
  const isKeyed = !isRead && !('x-no-idempotency-key' in operation);
  const isConditional = isRead && operation.operationId !== 'generateStrongPassword';
  const described: Record<string, object> = {};
  // The generator's type of an answer is `any`.
  for (const [status, response] of Object.entries<{ content?: Content }>(operation.responses ?? {})) {
    addExamples(response.content ?? {}, exampleOf);
    const own = isConditional && Number(status) < 400 ? { ...response, headers: etagHeader } : response;
    described[status] = (hasOwnSchema(response) ? null : responseOf(Number(status))) ?? own;
  }
  const added = [
    ...toAll,
    ...(isRead ? toReads : toWrites),
    ...(isKeyed ? toKeyed : []),
    ...(operation.requestBody ? toBodies : []),
    ...(isConditional ? [304] : []),
    ...('x-shows-contacts' in operation ? [429] : []),
  ];
  for (const status of added) described[status] = responseOf(status) ?? {};
  operation.responses = described;
  if (isConditional) operation.parameters = [...(operation.parameters ?? []), ifNoneMatch];
  if (isKeyed) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
}

/** The generator appends the flags of a regular expression to its pattern; JSON Schema has none. */
const flagsOfPattern = /(?<!\\)\/[a-z]+$/;

/** Corrects the generator's patterns and nullable references, at any depth. */
function corrected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(corrected);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] =>
    name === 'pattern' && typeof inner === 'string'
      ? [name, inner.replace(flagsOfPattern, '')]
      : [name, corrected(inner)],
  );
  return nullable(Object.fromEntries(entries));
}

/** `allOf` with a reference and 'object or null' would never allow null, because the reference does not. */
function nullable(schema: Record<string, unknown>): Record<string, unknown> {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts: unknown[] = allOf;
  const types = JSON.stringify(['object', 'null']);
  const isNull = (part: unknown) =>
    typeof part === 'object' && part !== null && 'type' in part && JSON.stringify(part.type) === types;
  if (!parts.some(isNull)) return schema;
  return { ...rest, anyOf: [...parts.filter((part) => !isNull(part)), { type: 'null' }] };
}

export function describeApi(api: OpenAPIHono<ApiEnv>, siteUrl: string, contactEmail: string): object {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: infoOf(siteUrl, contactEmail),
    servers: [{ url: siteUrl }],
    tags,
  });
  const { schemas = {}, securitySchemes } = document.components ?? {};
  const exampleOf = createExamples(schemas);
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of methods) {
      const operation = path[method];
      if (!operation) continue;
      describeBody(operation, exampleOf);
      describeAnswers(operation, method === 'get', exampleOf);
    }
  }
  return corrected({ ...document, components: { schemas, securitySchemes, ...components } }) as object;
}

type Definition = OpenAPIHono['openAPIRegistry']['definitions'][number];
type Route = Extract<Definition, { type: 'route' }>['route'];

const unknown: AddressFacts = { parameters: [], needsCaller: false, showsContacts: false };

function parametersOf({ request }: Route): AddressFacts['parameters'] {
  const query: unknown = request?.query;
  if (query === undefined) return [];
  if (!(query instanceof z.ZodObject)) throw new TypeError('A query has to be described by an object.');
  return Object.keys(query.shape).map((name) => ({ name }));
}

/** @param api with all of its routes; the first that matches an address counts, as in the API itself */
export function createAddressFacts(api: OpenAPIHono<ApiEnv>): FactsOf {
  const routes = api.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route' || definition.route.method !== 'get') return [];
    const { route } = definition;
    const security = route.security ?? [];
    const needsCaller = security.length > 0;
    return {
      path: patternOf(route.path),
      facts: {
        parameters: parametersOf(route),
        needsCaller,
        showsContacts: 'x-shows-contacts' in route,
      },
    };
  });
  return (path) => routes.find((route) => route.path.test(path))?.facts ?? unknown;
}

/** The paths of all routes, such as /api/v1/app/{name_id}/. */
export function routesOf(api: OpenAPIHono<ApiEnv>): string[] {
  const definitions = api.openAPIRegistry.definitions;
  return [...new Set(definitions.flatMap((one) => (one.type === 'route' ? one.route.path : [])))];
}
