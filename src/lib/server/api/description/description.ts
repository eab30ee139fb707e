// The OpenAPI document: what the routes say of themselves, and beside it what every operation has in common.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '../router.ts';
import {
  components,
  etagHeader,
  idempotencyKey,
  ifNoneMatch,
  infoOf,
  responseOf,
  tags,
} from './description-parts.ts';
import { examplesByName } from './examples.ts';
import { createAddressFacts } from './address-facts.ts';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type Path = NonNullable<Document['paths']>[string];
type Operation = NonNullable<Path['get']>;
type Content = Record<string, { schema?: unknown; example?: unknown }>;

const methods = ['get', 'post', 'patch', 'delete'] as const;

/** Any of them can be met by any request; 401 by a GET, whose token is looked at also where it needs none. */
const metByAll = [400, 405, 431, 500, 503];
const metByReads = [401];
const metByWrites = [409, 422];
const metByBodies = [408, 413, 415, 429];

/** Whether a body has a field that is required; every schema with a name has. */
function isNeeded(content: Content): boolean {
  return Object.values(content).every(({ schema }) => {
    if (typeof schema !== 'object' || schema === null) return false;
    return '$ref' in schema || ('required' in schema && Array.isArray(schema.required));
  });
}

function addExamples(content: Content): void {
  for (const media of Object.values(content)) {
    const { schema } = media;
    const reference = typeof schema === 'object' && schema !== null && '$ref' in schema ? schema.$ref : '';
    const example = examplesByName[String(reference).replace(/^.*\//, '')];
    if (example !== undefined) media.example ??= example;
  }
}

function describeBody({ requestBody }: Operation): void {
  if (!requestBody || '$ref' in requestBody) return;
  addExamples(requestBody.content);
  if (isNeeded(requestBody.content)) requestBody.required = true;
}

function describeAnswers(operation: Operation, isRead: boolean, isLimited: boolean): void {
  const isConditional = isRead && operation.operationId !== 'generateStrongPassword';
  const described: Record<string, object> = {};
  // The generator's type of an answer is `any`.
  for (const [status, response] of Object.entries<{ content?: Content }>(operation.responses ?? {})) {
    addExamples(response.content ?? {});
    const own = isConditional && Number(status) < 400 ? { ...response, headers: etagHeader } : response;
    described[status] = responseOf(Number(status)) ?? own;
  }
  const met = [
    ...metByAll,
    ...(isRead ? metByReads : metByWrites),
    ...(operation.requestBody ? metByBodies : []),
    ...(isConditional ? [304] : []),
    ...(isLimited ? [429] : []),
  ];
  operation.responses = {
    ...Object.fromEntries(
      met.flatMap((status) => {
        const shared = responseOf(status);
        return shared ? [[status, shared]] : [];
      }),
    ),
    ...described,
  };
  if (isConditional) operation.parameters = [...(operation.parameters ?? []), ifNoneMatch];
  if (!isRead) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
}

/**
 * A regular expression as the generator writes it: with the flags behind its last slash, which JSON Schema has no place
 * for.
 */
const flagsOfPattern = /(?<!\\)\/[a-z]+$/;

/** Mends what the generator writes wrongly, wherever it stands: patterns, and references that may be null. */
function mended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] =>
    name === 'pattern' && typeof inner === 'string'
      ? [name, inner.replace(flagsOfPattern, '')]
      : [name, mended(inner)],
  );
  return nullable(Object.fromEntries(entries));
}

/** `allOf` a reference and 'object or null' takes no null, as the reference takes none. */
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
  const factsOf = createAddressFacts(api);
  for (const [address, path] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = path[method];
      if (!operation) continue;
      describeBody(operation);
      const isRead = method === 'get';
      describeAnswers(operation, isRead, isRead && factsOf(address).showsContacts);
    }
  }
  const { schemas, securitySchemes } = document.components ?? {};
  return mended({ ...document, components: { schemas, securitySchemes, ...components } }) as object;
}
