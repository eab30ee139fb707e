// The OpenAPI document: the definitions of the routes, completed by examples, shared responses and header fields. And
// facts of each route for the page cache, read from the same definitions.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { AddressFacts, FactsOf } from '../../http/cache.ts';
import { patternOf } from '../../http/route-names.ts';
import type { ApiEnv } from '../environment.ts';
import { createExamples, type JsonSchema, refusalExample } from './examples.ts';
import { brand } from '../../../shared/page/brand.ts';
import { keptAnswers } from '../../platform/quotas/quotas.ts';

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

// Parts of the description that operations share: header fields, parameters and refusals.

const { keyLength } = keptAnswers;

const refOf = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const headers = {
  ETag: {
    description: 'Changes with every byte of the answer. Send it back as `If-None-Match`.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds until trying again makes sense.', schema: { type: 'integer' } },
  Allow: { description: 'The methods that this address takes.', schema: { type: 'string' } },
  WwwAuthenticate: {
    description: '`Bearer` where a token is missing or not valid.',
    schema: { type: 'string' },
  },
  RequestId: { description: 'Is in the log, too.', schema: { type: 'string' } },
} as const;

const refusal = (description: string, named: Record<string, keyof typeof headers> = {}) => ({
  description,
  ...(Object.keys(named).length > 0 && {
    headers: Object.fromEntries(Object.entries(named).map(([name, key]) => [name, refOf('headers', key)])),
  }),
  content: {
    'application/json': { schema: refOf('schemas', 'Error'), example: refusalExample },
  },
});

const retry = { 'Retry-After': 'RetryAfter' } as const;

/** Shared responses by status. */
const responses: Record<number, object> = {
  304: {
    description: 'What the client has is still the answer. There is no body.',
    headers: { ETag: refOf('headers', 'ETag') },
  },
  400: refusal('Something in the request is not valid.'),
  401: refusal('Not logged in, or wrong credentials.', { 'WWW-Authenticate': 'WwwAuthenticate' }),
  403: refusal('Logged in, but not allowed.'),
  404: refusal('There is no such thing.'),
  405: refusal('The address does not take this method.', { Allow: 'Allow' }),
  408: refusal('The body took too long to arrive. The connection is closed.'),
  409: refusal('It is done already, or not as things stand, or the same request is being worked on.', retry),
  413: refusal('The request, or a file in it, is too large.'),
  415: refusal('The body is of a type that is not taken.'),
  422: refusal('The `Idempotency-Key` came with another request before.'),
  429: refusal('Too many requests.', retry),
  431: {
    description:
      'The header fields of the request are too large. There is no body, and the connection is closed.',
  },
  500: refusal('Unable to process request. `id` is in the log, too.', { 'X-Request-Id': 'RequestId' }),
  503: refusal('Too many at once, or the database or storage is away. Nothing was changed.', retry),
};

const nameOf = (status: number) => `Status${String(status)}`;

export const components = {
  headers,
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [nameOf(Number(status)), response]),
  ),
  parameters: {
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of the answer that the client has: 304 where it is still the answer.',
      schema: { type: 'string' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Made up by the client, one for each thing that it wants done, such as a UUID. The same request with the same key is ' +
        'done once; within a day it is answered as it was the first time.',
      schema: { type: 'string', minLength: keyLength.min, maxLength: keyLength.max },
      example: '7c4f4b52-6a0e-4a83-9a3e-0f5d9d1d6c11',
    },
  },
};

/** @returns null for a status that is not shared */
export const responseOf = (status: number) =>
  status in responses ? refOf('responses', nameOf(status)) : null;
export const idempotencyKey = refOf('parameters', 'IdempotencyKey');
export const ifNoneMatch = refOf('parameters', 'IfNoneMatch');
export const etagHeader = { ETag: refOf('headers', 'ETag') };

export const tags = [
  { name: 'Accounts', description: 'Signing up, verifying, and passwords.' },
  { name: 'Apps', description: 'Listings: reading, searching, listing, changing and deleting.' },
  { name: 'Desk', description: 'The work of staff. Everybody else gets 404.' },
  { name: 'Following', description: 'Saved apps, followed apps and developers, and what is new of them.' },
  { name: 'Lists', description: 'Lists of apps that people make.' },
  { name: 'Moderation', description: 'Reports, appeals, policies, and decisions in the open.' },
  { name: 'Screenshots', description: 'Pictures of apps.' },
  { name: 'Second factors', description: 'Passkeys, authenticator apps and recovery codes.' },
  { name: 'Sessions', description: 'Logging in and out.' },
  { name: 'Tokens', description: 'Tokens with which programs change the apps of their owner.' },
  { name: 'Users', description: 'Profiles, and what a user may do with the own one.' },
  { name: 'Versions', description: 'Releases of apps.' },
];

export const infoOf = (siteUrl: string, email: string) => ({
  title: `${brand.name} API`,
  version: '1',
  summary: brand.description,
  description:
    'Paths end in `/`; the form without it works, too. Bodies are JSON, urlencoded or multipart, and all three mean the ' +
    'same; files need multipart. Every GET answers HEAD. Any origin may call it. Errors are `{ error, fields }`: one ' +
    'sentence for a person, and a sentence for each field that was refused.',
  contact: { name: brand.name, url: `${siteUrl}/about`, email },
  license: { name: 'MIT', identifier: 'MIT' },
});
