// The description as machines read it: linted, complete, and true of what the API really answers.
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

interface Schema {
  $ref?: string;
  required?: string[];
  properties?: Record<string, Schema & { maxLength?: number; maxItems?: number }>;
}
interface Media {
  schema?: Schema;
  example?: unknown;
}
interface Answer {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: Record<string, Media>;
}
interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: object[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
}
interface Description {
  info: { contact?: { email?: string }; license?: object };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Answer> };
}

let api: TestApi;
let description: Description;
let operations: [string, Operation][];

beforeAll(async () => {
  api = await createTestApi('sqlite', { rateLimit: false });
  description = await api.get<Description>('/openapi.json');
  operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      operation,
    ]),
  );
});
afterAll(() => api.product.dispose());

/** Those operations of which `isWrong` is true, by their names. */
function wrongOnes(isWrong: (operation: Operation, name: string) => boolean): string[] {
  return operations.filter(([name, operation]) => isWrong(operation, name)).map(([name]) => name);
}

function operationOf(name: string): Operation {
  const found = operations.find(([candidate]) => candidate === name)?.[1];
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
}

/** Every pattern and every nested schema of the document. */
function* patternsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'pattern' && typeof inner === 'string') yield inner;
    else yield* patternsOf(inner);
  }
}

async function lint(document: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({
    extends: [[oas, 'all']],
    rules: {
      // Addresses end in '/', which clients in the field rely on.
      'path-keys-no-trailing-slash': 'off',
      // In OpenAPI 3.1 a license has an identifier or an address, not both.
      'license-url': 'off',
    },
  } as Parameters<typeof spectral.setRuleset>[0]);
  const found = await spectral.run(document as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join(' / ')})`);
}

describe('The document', () => {
  test('Spectral finds nothing in it', async () => {
    expect(await lint(description)).toEqual([]);
  });

  test('Names a contact, a licence and, for each operation, an id of its own with a description', () => {
    expect(description.info.contact?.email).toMatch(/@/);
    expect(description.info.license).toBeDefined();
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.filter((id) => id === undefined || !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(operations.length);
    expect(wrongOnes(({ summary, description: text }) => !summary || !text)).toEqual([]);
  });

  test('Every pattern is a regular expression of JSON Schema, without slashes and flags', () => {
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
    // All other bodies have a field that is needed.
    expect(optional.map(([name]) => name).sort()).toEqual([
      'PATCH /app/screenshot/{id}/delete/',
      'PATCH /app/version/{id}/',
      'PATCH /app/{name_id}/',
      'PATCH /user/{id}/',
    ]);
    const withoutJson = withBody.filter(([, { requestBody }]) => !requestBody?.content['application/json']);
    expect(withoutJson.map(([name]) => name)).toEqual([]);
  });

  test('Every operation that takes pictures names multipart and JSON', () => {
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

  test('Says what every operation can be answered with, and the header fields of it', () => {
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
    // Every write may carry a key, and nothing else may.
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    const hasKey = ({ parameters = [] }: Operation) =>
      parameters.some((parameter) => JSON.stringify(parameter) === JSON.stringify(key));
    expect(wrongOnes((operation, name) => isRead(name) === hasKey(operation))).toEqual([]);
    expect(wrongOnes((operation, name) => !isRead(name) && lacks(409, 422)(operation))).toEqual([]);
    const { responses } = description.components;
    expect(responses['Status429']?.headers).toHaveProperty('Retry-After');
    expect(responses['Status503']?.headers).toHaveProperty('Retry-After');
    expect(responses['Status405']?.headers).toHaveProperty('Allow');
  });

  test('Says who may call: nobody needs a token to verify an account, and may send one', () => {
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

  test('Names the limits of what is created, of pages and of counts', () => {
    const createApp =
      operationOf('POST /app/').requestBody?.content['multipart/form-data']?.schema?.properties;
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
});

describe('Real answers', () => {
  let owner: Person;
  let app: AppJson;
  beforeAll(async () => {
    owner = await createPerson(api);
    const form = { name: 'Mine', description: 'An app.', website: 'https://mine.ng' };
    const made = await sendForm<AppJson>(
      api,
      'POST',
      '/app/',
      { ...form, screenshot: await picture(64, 64) },
      owner,
    );
    app = made.body;
  });

  /** Puts a real answer in the place of the example, which the lint compares with the schema. */
  async function putAnswer(document: Description, operation: string, path: string): Promise<void> {
    const { status, body } = await api.request(path, {
      headers: { authorization: `Bearer ${owner.access}` },
    });
    expect([path, status]).toEqual([path, 200]);
    const media =
      document.paths[`/api/v1${operation}`]?.['get']?.responses['200']?.content?.['application/json'];
    if (!media) throw new Error(`GET ${operation} has no answer.`);
    media.example = body;
  }

  test('A picture sent as JSON is refused with the field that is missing', async () => {
    const { status, body } = await api.request(`/app/screenshot/${app.screenshot[0]?.id ?? ''}/update/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${owner.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ screenshots: '' }),
    });
    expect([status, body]).toEqual([
      400,
      { error: 'Choose an image.', fields: { screenshots: 'Choose an image.' } },
    ]);
  });

  test('An answer that does not fit its schema is found', async () => {
    const copy = structuredClone(description);
    const media = copy.paths['/api/v1/timeline/']?.['get']?.responses['200']?.content?.['application/json'];
    if (media) media.example = { results: [{ id: 1 }], next: null, previous: null, count: 1 };
    expect(await lint(copy)).not.toEqual([]);
  });

  test('Each GET answers what the document says', async () => {
    // The first entries of a timeline are about no app.
    const { results } = await api.get<{ results: { app: unknown }[] }>(`/timeline/?user=${owner.id}`);
    expect(results.map(({ app: listed }) => listed === null)).toContain(true);
    const user = `/user/${owner.id}/`;
    const answers: [operation: string, path: string][] = [
      ['/timeline/', `/timeline/?user=${owner.id}`],
      ['/app/', '/app/'],
      ['/app/{name_id}/', `/app/${app.name_id}/`],
      ['/app/{name_id}/views/', `/app/${app.id}/views/`],
      ['/app/version/', `/app/version/?app=${app.id}`],
      ['/app/version/{id}/', `/app/version/${app.current_version.id}/`],
      ['/app/screenshot/{id}/', `/app/screenshot/${app.screenshot[0]?.id ?? ''}/`],
      ['/app/exists/', '/app/exists/?name=Mine'],
      ['/app/category_list/', '/app/category_list/'],
      ['/app/social_list/', '/app/social_list/'],
      ['/user/{id}/', user],
      ['/user/{id}/apps/', `${user}apps/`],
      ['/user/{id}/portfolio/', `${user}portfolio/`],
      ['/user/{id}/views/', `${user}views/`],
      ['/user/{id}/export/', `${user}export/`],
      ['/user/me/', '/user/me/'],
      ['/user/sessions/', '/user/sessions/'],
      ['/user/generate-strong-password/', '/user/generate-strong-password/'],
    ];
    const reads = operations.filter(([name]) => name.startsWith('GET '));
    expect(answers.map(([operation]) => `GET ${operation}`).sort()).toEqual(
      reads.map(([name]) => name).sort(),
    );
    const copy = structuredClone(description);
    for (const [operation, path] of answers) await putAnswer(copy, operation, path);
    expect(await lint(copy)).toEqual([]);
  });
});
