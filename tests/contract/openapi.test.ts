// The OpenAPI document: it is well formed, complete, and says what the API answers.
import { beforeAll, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { startProduct, type App } from '../harness/product.ts';

const { client, people } = await startProduct();

interface Schema {
  properties?: Record<string, Schema & { maxLength?: number; maxItems?: number }>;
  description?: string;
}
interface Media {
  schema?: Schema;
  example?: unknown;
}
interface Answer {
  $ref?: string;
  headers?: object;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  security?: object[];
  parameters?: { $ref?: string }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
  'x-no-idempotency-key'?: string;
  'x-shows-contacts'?: boolean;
}
interface Description {
  info: { contact: { email: string }; license: object };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

let document: Description;
let operations: [name: string, operation: Operation][];

beforeAll(async () => {
  document = (await client.get<Description>('/openapi.json')).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      operation,
    ]),
  );
});

async function lint(linted: object): Promise<string[]> {
  const { default: spectralCore } = await import('@stoplight/spectral-core');
  const { oas } = await import('@stoplight/spectral-rulesets');
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
  const found = await spectral.run(linted as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join(' / ')})`);
}

/** Names of the operations for which `isWrong` is true. */
const wrongOnes = (isWrong: (operation: Operation, name: string) => boolean) =>
  operations.filter(([name, operation]) => isWrong(operation, name)).map(([name]) => name);
const lacks =
  (...statuses: number[]) =>
  ({ responses }: Operation) =>
    statuses.some((status) => !(String(status) in responses));
const isRead = (name: string) => name.startsWith('GET ');
const operationOf = (name: string) => new Map(operations).get(name);

test('Has an id, a summary, a description and an example for everything', () => {
  expect(document.info.contact.email).toContain('@');
  expect(document.info.license).toBeDefined();
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(operations.length);
  expect(wrongOnes(({ summary, description }) => !summary || !description)).toEqual([]);
  const hasNone = (content: Record<string, Media> = {}) =>
    'application/json' in content && !('example' in content['application/json']);
  const resolved = ({ $ref, ...answer }: Answer): Answer =>
    $ref === undefined ? answer : (document.components.responses[$ref.split('/').at(-1) ?? ''] ?? {});
  expect(
    wrongOnes(
      ({ requestBody, responses }) =>
        hasNone(requestBody?.content) ||
        Object.values(responses).some((answer) => hasNone(resolved(answer).content)),
    ),
  ).toEqual([]);
});

test('Says of each operation how it may be refused, and with which header fields', () => {
  expect(wrongOnes(lacks(400, 405, 431, 500, 503))).toEqual([]);
  expect(wrongOnes((operation, name) => isRead(name) && lacks(401)(operation))).toEqual([]);
  const unkept = ['GET /user/generate-strong-password/'];
  expect(wrongOnes((operation, name) => isRead(name) && lacks(304)(operation))).toEqual(unkept);
  const hasTag = ({ responses }: Operation) => 'ETag' in (responses['200']?.headers ?? {});
  expect(wrongOnes((operation, name) => isRead(name) && !hasTag(operation))).toEqual(unkept);
  const hasBody = ({ requestBody }: Operation) => requestBody !== undefined;
  expect(wrongOnes((operation) => hasBody(operation) && lacks(408, 413, 415, 429)(operation))).toEqual([]);
  expect(wrongOnes((operation, name) => !isRead(name) && lacks(409)(operation))).toEqual([]);
  const takesKey = ({ parameters = [] }: Operation) =>
    parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
  expect(wrongOnes((operation) => takesKey(operation) === lacks(422)(operation))).toEqual([]);
  const reasons = operations.flatMap(([name, operation]) => {
    const why = operation['x-no-idempotency-key'];
    expect([name, takesKey(operation)]).toEqual([name, !isRead(name) && why === undefined]);
    return why === undefined ? [] : [[name, why]];
  });
  const challenge = 'A new challenge takes the place of the one before.';
  expect(Object.fromEntries(reasons)).toEqual({
    'POST /app/import/': 'It changes nothing.',
    'POST /app/{id}/taps/': 'A visitor counts once a day.',
    'POST /desk/bulk/preview/': 'It changes nothing.',
    'POST /desk/cases/{number}/decisions/preview/': 'It changes nothing.',
    'POST /logout/': 'A session that is over is answered the same.',
    'POST /token/': 'The tokens of a login are not kept: log in again.',
    'POST /token/factor/': 'The tokens of a login are not kept: log in again.',
    'POST /token/factor/options/': challenge,
    'POST /token/refresh/': 'A repeated token gets the same successor for ten seconds.',
    'POST /user/factors/passkeys/options/': challenge,
    'POST /user/factors/prove/options/': challenge,
    'POST /user/tokens/': 'A token is shown once and not kept: revoke it, and make another.',
    'POST /user/{id}/export/': 'It changes nothing, and its answer is a file.',
  });
  const { Status405, Status429, Status503 } = document.components.responses;
  expect(Status405?.headers).toHaveProperty('Allow');
  for (const answer of [Status429, Status503]) expect(answer?.headers).toHaveProperty('Retry-After');
});

test('Says of each body whether it is needed, and which types and pictures it takes', () => {
  const withBody = operations.filter(([, { requestBody }]) => requestBody);
  expect(withBody.filter(([, { requestBody }]) => !requestBody?.content['application/json'])).toEqual([]);
  const optional = withBody.filter(([, { requestBody }]) => !requestBody?.required).map(([name]) => name);
  expect(optional.sort()).toEqual([
    'PATCH /app/screenshot/{id}/delete/',
    'PATCH /app/version/{id}/',
    'PATCH /app/{name_id}/',
    'PATCH /user/{id}/',
  ]);
  const takesPictures = wrongOnes(({ requestBody }) =>
    JSON.stringify(requestBody?.content['multipart/form-data'] ?? '').includes('"binary"'),
  );
  expect(takesPictures.sort()).toEqual([
    'PATCH /app/screenshot/{id}/delete/',
    'PATCH /app/screenshot/{id}/update/',
    'PATCH /app/{name_id}/',
    'PATCH /user/{id}/',
    'POST /app/',
  ]);
});

test('Says where a token is needed and where it may be sent', () => {
  for (const name of [
    'POST /user/verify/',
    'POST /user/resend-registration-code/',
    'GET /app/exists/',
    'GET /user/{id}/',
  ])
    expect([name, operationOf(name)?.security]).toEqual([name, [{}, { bearer: [] }]]);
  expect(operationOf('POST /app/')?.security).toEqual([{ bearer: [] }]);
});

test('Flags each answer in which everybody can read contact details', () => {
  /** The names of fields in a schema, also in those that it refers to. */
  const fieldsIn = (schema: unknown, seen = new Set<string>()): Set<string> => {
    const text = JSON.stringify(schema);
    const { schemas } = document.components;
    for (const [, field = ''] of text.matchAll(/"(\w+)":/g)) seen.add(field);
    for (const [reference, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
      if (!seen.has(reference)) fieldsIn(schemas[name], seen.add(reference));
    return seen;
  };
  const isOpen = ({ security = [{}] }: Operation) =>
    security.some((needed) => Object.keys(needed).length === 0);
  const shows = ({ responses }: Operation) =>
    fieldsIn(responses['200']?.content?.['application/json']?.schema ?? {}).has('email');
  const showing = wrongOnes((operation, name) => isRead(name) && isOpen(operation) && shows(operation));
  expect(showing.length).toBeGreaterThan(5);
  expect(wrongOnes((operation) => operation['x-shows-contacts'] === true)).toEqual(showing);
});

test('Says the limits of fields and pages', () => {
  const media = (name: string, type: string) =>
    operationOf(name)?.requestBody?.content[type]?.schema?.properties;
  const app = media('POST /app/', 'multipart/form-data');
  expect(app?.['description']?.maxLength).toBe(120);
  expect(app?.['screenshot']?.maxItems).toBe(4);
  expect(JSON.stringify(app?.['category'])).toContain('Up to 4 names');
  expect(document.components.schemas['Signup']?.properties?.['firstname']?.maxLength).toBe(60);
  const page = document.components.schemas['PagedApps'];
  expect(page?.description).toContain('20 items');
  expect(page?.properties?.['results']?.maxItems).toBe(20);
});

// Spectral takes as long as ten other files: npm run test:all.
test.runIf(process.env['TEST_SCOPE'] === 'all')(
  'Has no fault that Spectral finds, and describes what each GET of a listing and an account answers',
  async () => {
    const [owner, other] = [await people.verified(), await people.verified()];
    const own = client.as(owner);
    const form = {
      name: 'Mine',
      description: 'An app.',
      website: 'https://mine.ng',
      screenshot: await picture(),
    };
    const { body: app } = await own.post<App>('/app/', form);
    await own.put('/user/me/follows/', { subject: `user:${other.id}`, follow: true });
    await own.put('/user/me/saved/', { apps: [{ id: app.id, clock: 1, saved: true }] });
    const admin = client.as(await people.staff('admin'));
    const report = {
      about: `app:${app.id}`,
      reason: 'spam',
      message: 'It says that it is free, and it is not.',
    };
    await client.as(other).post('/report/', report);
    const { body: cases } = await admin.get<{ results: { number: string }[] }>('/desk/cases/');
    const answered = structuredClone(document);
    const user = `/user/${owner.id}/`;
    for (const [operation, path] of [
      ['/timeline/', `/timeline/?user=${owner.id}`],
      ['/app/{name_id}/', `/app/${app.name_id}/`],
      ['/app/{name_id}/proof/', `/app/${app.id}/proof/`],
      ['/app/{name_id}/links/', `/app/${app.id}/links/`],
      ['/app/{name_id}/views/', `/app/${app.id}/views/`],
      ['/app/version/', `/app/version/?app=${app.id}`],
      ['/app/version/{id}/', `/app/version/${app.current_version.id}/`],
      ['/app/screenshot/{id}/', `/app/screenshot/${app.screenshot[0]?.id ?? ''}/`],
      ['/app/exists/', '/app/exists/?name=Mine'],
      ['/user/{id}/', user],
      ['/user/{id}/apps/', `${user}apps/`],
      ['/user/{id}/portfolio/', `${user}portfolio/`],
      ['/user/{id}/views/', `${user}views/`],
      ['/user/listings/{name_id}/', `/user/listings/${app.name_id}/`],
      ['/desk/accounts/', '/desk/accounts/?q=example'],
      ['/desk/accounts/{id}/', `/desk/accounts/${owner.id}/`],
      ['/desk/cases/{number}/', `/desk/cases/${cases.results[0]?.number ?? ''}/`],
      ['/desk/listings/', `/desk/listings/?account=${owner.id}`],
      ['/desk/listings/{name_id}/proofs/', `/desk/listings/${app.name_id}/proofs/`],
      ['/desk/picks/', `/desk/picks/?app=${app.name_id}`],
      ['/desk/categories/{id}/merge/', '/desk/categories/books/merge/?into=news'],
      // Those without a parameter.
      ...operations.flatMap(([name]) => {
        const path = name.replace('GET ', '');
        const needsMore = /\{|timeline|exists|picks|app\/version|desk\/accounts|desk\/listings/.test(path);
        return isRead(name) && !needsMore ? [[path, path] as const] : [];
      }),
    ] as const) {
      const { status, body } = await (operation.startsWith('/desk/') ? admin : own).get(path);
      expect([path, status], body.error).toEqual([path, 200]);
      const content = answered.paths[`/api/v1${operation}`]?.['get']?.responses['200']?.content;
      // The lint compares an example with its schema.
      if (content?.['application/json']) content['application/json'].example = body;
    }
    expect(await lint(answered)).toEqual([]);
    const media =
      answered.paths['/api/v1/timeline/']?.['get']?.responses['200']?.content?.['application/json'];
    if (media) media.example = { results: [{ id: 1 }], next: null, previous: null, count: 1 };
    expect(await lint(answered)).not.toEqual([]);
  },
);
