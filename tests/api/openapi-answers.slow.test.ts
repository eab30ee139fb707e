// Real answers match the OpenAPI document.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { lint, readOpenApi, type Description, type OpenApi } from '../support/openapi.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { openAnswers } from '../support/open-answers.ts';
import { picture } from '../support/pictures.ts';
import { decide, listApp, openCase, ruling } from '../support/desk-cases.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let description: Description;
let operations: OpenApi['operations'];
let owner: Person;
let staff: Person;
let app: AppJson;

beforeAll(async () => {
  api = await createTestApi('sqlite', { rateLimit: false });
  ({ description, operations } = await readOpenApi(api));
  owner = await createPerson(api);
  staff = await createStaff(api, 'admin');
  const form = { name: 'Mine', description: 'An app.', website: 'https://mine.ng' };
  const screenshot = await picture(64, 64);
  app = (await sendForm<AppJson>(api, 'POST', '/app/', { ...form, screenshot }, owner)).body;
});
afterAll(() => api.product.dispose());

/** A case with a report and a decision, a bulk action and a template. */
async function createDeskWork(): Promise<{ number: string; bulk: string }> {
  const other = await createPerson(api);
  const listed = await listApp(api, other);
  const subject = { kind: 'app', id: listed.id } as const;
  const first = await openCase(api, { subject, ownerId: other.id });
  await decide(api, staff, first.number, { action: 'limit' });
  const { number } = await openCase(api, { subject, ownerId: other.id });
  const form = { action: 'remove', ...ruling, listings: [listed.id] };
  const bulk = (await api.post('/desk/bulk/', form, staff.access)).body as { number: string };
  await api.post('/desk/templates/', { name: 'Hello', use: 'owner', body: 'Hello.' }, staff.access);
  return { number, bulk: bulk.number };
}

/** Replaces the example with a real answer, so that the lint compares it with the schema. */
async function putAnswer(document: Description, operation: string, path: string): Promise<void> {
  const { status, body } = await api.request(path, {
    headers: { authorization: `Bearer ${(operation.startsWith('/desk/') ? staff : owner).access}` },
  });
  expect([path, status]).toEqual([path, 200]);
  const media =
    document.paths[`/api/v1${operation}`]?.['get']?.responses['200']?.content?.['application/json'];
  if (!media) throw new Error(`GET ${operation} has no answer.`);
  media.example = body;
}

test('Refuses a picture sent as JSON, and names the missing field', async () => {
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

test('The lint finds an answer that does not match its schema', async () => {
  const copy = structuredClone(description);
  const media = copy.paths['/api/v1/timeline/']?.['get']?.responses['200']?.content?.['application/json'];
  if (media) media.example = { results: [{ id: 1 }], next: null, previous: null, count: 1 };
  expect(await lint(copy)).not.toEqual([]);
});

test('Every GET answers what the document says', async () => {
  // The first entries of a timeline are about no app.
  const { results } = await api.get<{ results: { app: unknown }[] }>(`/timeline/?user=${owner.id}`);
  expect(results.map(({ app: listed }) => listed === null)).toContain(true);
  const user = `/user/${owner.id}/`;
  const { bulk, number } = await createDeskWork();
  const answers: [operation: string, path: string][] = [
    ['/timeline/', `/timeline/?user=${owner.id}`],
    ['/app/', '/app/'],
    ['/app/{name_id}/', `/app/${app.name_id}/`],
    ['/app/{name_id}/proof/', `/app/${app.id}/proof/`],
    ['/app/{name_id}/links/', `/app/${app.id}/links/`],
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
    ['/desk/links/', '/desk/links/'],
    ['/desk/names/', '/desk/names/'],
    ['/desk/restrictions/', '/desk/restrictions/'],
    ['/user/me/saved/', '/user/me/saved/'],
    ['/user/me/follows/', '/user/me/follows/'],
    ['/user/me/notices/', '/user/me/notices/'],
    ['/user/listings/', '/user/listings/'],
    ['/user/listings/{name_id}/', `/user/listings/${app.name_id}/`],
    ['/user/sessions/', '/user/sessions/'],
    ['/user/factors/', '/user/factors/'],
    ['/desk/me/', '/desk/me/'],
    ['/desk/site/', '/desk/site/'],
    ['/desk/shelves/', '/desk/shelves/'],
    ['/desk/picks/', `/desk/picks/?app=${app.name_id}`],
    ['/desk/categories/', '/desk/categories/'],
    ['/desk/categories/{id}/merge/', '/desk/categories/books/merge/?into=news'],
    ['/desk/accounts/', '/desk/accounts/?q=person'],
    ['/desk/accounts/{id}/', `/desk/accounts/${owner.id}/`],
    ['/desk/cases/', '/desk/cases/'],
    ['/desk/cases/{number}/', `/desk/cases/${number}/`],
    ['/desk/numbers/', '/desk/numbers/'],
    ['/desk/listings/{name_id}/proofs/', `/desk/listings/${app.name_id}/proofs/`],
    ['/desk/listings/', `/desk/listings/?account=${owner.id}`],
    ['/desk/templates/', '/desk/templates/'],
    ['/desk/bulk/', '/desk/bulk/'],
    ['/desk/bulk/{number}/', `/desk/bulk/${bulk}/`],
    ['/user/generate-strong-password/', '/user/generate-strong-password/'],
    ...(await openAnswers(api, await createPerson(api), app.id)),
  ];
  const reads = operations.filter(([name]) => name.startsWith('GET '));
  expect(answers.map(([operation]) => `GET ${operation}`).sort()).toEqual(reads.map(([name]) => name).sort());
  const copy = structuredClone(description);
  for (const [operation, path] of answers) await putAnswer(copy, operation, path);
  expect(await lint(copy)).toEqual([]);
});
