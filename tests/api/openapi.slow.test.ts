// The OpenAPI document is linted and complete.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import {
  lint,
  readOpenApi,
  type Answer,
  type Description,
  type Media,
  type Operation,
  type Schema,
} from '../support/openapi.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let description: Description;
let operations: [string, Operation][];

beforeAll(async () => {
  api = await createTestApi('sqlite', { rateLimit: false });
  ({ description, operations } = await readOpenApi(api));
});
afterAll(() => api.product.dispose());

/** Names of the operations for which `isWrong` is true. */
function wrongOnes(isWrong: (operation: Operation, name: string) => boolean): string[] {
  return operations.filter(([name, operation]) => isWrong(operation, name)).map(([name]) => name);
}

function operationOf(name: string): Operation {
  const found = operations.find(([candidate]) => candidate === name)?.[1];
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
}

/** Every `pattern` of the document. */
function* patternsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'pattern' && typeof inner === 'string') yield inner;
    else yield* patternsOf(inner);
  }
}

test('Spectral finds no fault in the document', async () => {
  expect(await lint(description)).toEqual([]);
});

test('The document has a contact and a licence, and each operation a unique id and a description', () => {
  expect(description.info.contact?.email).toMatch(/@/);
  expect(description.info.license).toBeDefined();
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(ids.filter((id) => id === undefined || !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(operations.length);
  expect(wrongOnes(({ summary, description: text }) => !summary || !text)).toEqual([]);
});

test('Every pattern is a regular expression without slashes and flags', () => {
  const patterns = [...patternsOf(description)];
  expect(patterns.length).toBeGreaterThanOrEqual(3);
  for (const pattern of patterns) {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(pattern).not.toMatch(/\/[a-z]*$/);
  }
});

test('Every body says whether it is required, and which types it may have', () => {
  const withBody = operations.filter(([, { requestBody }]) => requestBody);
  const optional = withBody.filter(([, { requestBody }]) => !requestBody?.required);
  // Every other body has a required field.
  expect(optional.map(([name]) => name).sort()).toEqual([
    'PATCH /app/screenshot/{id}/delete/',
    'PATCH /app/version/{id}/',
    'PATCH /app/{name_id}/',
    'PATCH /user/{id}/',
  ]);
  const withoutJson = withBody.filter(([, { requestBody }]) => !requestBody?.content['application/json']);
  expect(withoutJson.map(([name]) => name)).toEqual([]);
});

test('Every operation that takes pictures describes multipart and JSON bodies', () => {
  const takesPictures = operations.filter(([, { requestBody }]) =>
    JSON.stringify(requestBody?.content['multipart/form-data'] ?? '').includes('"binary"'),
  );
  expect(takesPictures.map(([name]) => name).sort()).toEqual([
    'PATCH /app/screenshot/{id}/delete/',
    'PATCH /app/screenshot/{id}/update/',
    'PATCH /app/{name_id}/',
    'PATCH /user/{id}/',
    'POST /app/',
  ]);
  for (const [name, { requestBody }] of takesPictures)
    expect([name, Object.keys(requestBody?.content ?? {})]).toEqual([
      name,
      expect.arrayContaining(['multipart/form-data', 'application/json']),
    ]);
});

test('Every body and every answer in JSON has an example', () => {
  const hasNone = (content: Record<string, Media> | undefined) =>
    Object.entries(content ?? {}).some(
      ([type, media]) => type === 'application/json' && !('example' in media),
    );
  const resolved = ({ $ref, ...answer }: Answer): Answer =>
    $ref ? (description.components.responses[$ref.split('/').at(-1) ?? ''] ?? {}) : answer;
  expect(
    wrongOnes(
      ({ requestBody, responses }) =>
        hasNone(requestBody?.content) ||
        Object.values(responses).some((answer) => hasNone(resolved(answer).content)),
    ),
  ).toEqual([]);
});

test('Every operation describes its possible statuses and their header fields', () => {
  const lacks =
    (...statuses: number[]) =>
    ({ responses }: Operation) =>
      statuses.some((status) => !(String(status) in responses));
  const isRead = (name: string) => name.startsWith('GET ');
  expect(wrongOnes(lacks(400, 405, 431, 500, 503))).toEqual([]);
  expect(wrongOnes((operation, name) => isRead(name) && lacks(401)(operation))).toEqual([]);
  const unkept = ['GET /user/generate-strong-password/'];
  expect(wrongOnes((operation, name) => isRead(name) && lacks(304)(operation))).toEqual(unkept);
  expect(
    wrongOnes(({ responses }, name) => isRead(name) && !('ETag' in (responses['200']?.headers ?? {}))),
  ).toEqual(unkept);
  expect(
    wrongOnes((operation) => operation.requestBody !== undefined && lacks(408, 413, 415, 429)(operation)),
  ).toEqual([]);
  // A write says why it takes no key (repeated-operations.test.ts).
  expect(wrongOnes((operation, name) => !isRead(name) && lacks(409)(operation))).toEqual([]);
  const takesKey = ({ parameters = [] }: Operation) =>
    JSON.stringify(parameters).includes('#/components/parameters/IdempotencyKey');
  expect(wrongOnes((operation) => takesKey(operation) === lacks(422)(operation))).toEqual([]);
  const { responses } = description.components;
  expect(responses['Status429']?.headers).toHaveProperty('Retry-After');
  expect(responses['Status503']?.headers).toHaveProperty('Retry-After');
  expect(responses['Status405']?.headers).toHaveProperty('Allow');
});

test('Describes where a token is required, and where it is optional', () => {
  for (const name of [
    'POST /user/verify/',
    'POST /user/resend-registration-code/',
    'GET /app/exists/',
    'GET /user/{id}/',
  ]) {
    expect([name, operationOf(name).security]).toEqual([name, [{}, { bearer: [] }]]);
  }
  expect(operationOf('POST /app/').security).toEqual([{ bearer: [] }]);
});

test('Describes the limits of fields, pages and counts', () => {
  const createApp = operationOf('POST /app/').requestBody?.content['multipart/form-data']?.schema?.properties;
  expect(createApp?.['name']?.maxLength).toBe(limits.appName);
  expect(createApp?.['description']?.maxLength).toBe(limits.appDescription);
  expect(createApp?.['long_description']?.maxLength).toBe(limits.appLongDescription);
  expect(createApp?.['website']?.maxLength).toBe(limits.url);
  expect(createApp?.['screenshot']?.maxItems).toBe(limits.screenshotsPerApp);
  expect(JSON.stringify(createApp?.['category'])).toContain('Up to 4 names');
  const release = operationOf('POST /app/version/').requestBody?.content['application/json']?.schema;
  expect(release?.properties?.['latest_feature']?.maxLength).toBe(limits.latestFeature);
  const signup = description.components.schemas['Signup'] as Schema;
  expect(signup.properties?.['firstname']?.maxLength).toBe(limits.personName);
  const page = description.components.schemas['PagedApps'] as Schema & { description: string };
  expect(page.description).toContain('20 items');
  expect(page.properties?.['results']?.maxItems).toBe(20);
  expect(JSON.stringify(page.properties?.['count'])).toContain('10,000');
});
