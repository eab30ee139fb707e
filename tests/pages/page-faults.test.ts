// Answers and log lines of a page whose reads fail.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createPerson } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createFailingReads, fault } from '../support/failing-reads.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let path: string;
const failing = createFailingReads();

beforeAll(async () => {
  site = await createTestSite('sqlite', {}, { wrap: failing.wrap });
  const facts = { name: 'Harmattan', description: 'An app.', website: 'https://harmattan.ng' };
  const owner = await createPerson(site.api);
  const { status, body } = await sendForm<AppJson>(site.api, 'POST', '/app/', facts, owner);
  expect(status).toBe(201);
  const other = await sendForm(site.api, 'POST', '/app/', { ...facts, name: 'Kaduna' }, owner);
  expect(other.status).toBe(201);
  path = urls.app(body.name_id);
});
afterAll(() => site.dispose());
afterEach(() => vi.restoreAllMocks());

describe('A page that throws', () => {
  test('Answers the error page, and logs the error once under the reference that it shows', async () => {
    const toConsole = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const toStderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    failing.failOnce('apps.findApp');
    const answer = await site.get(`${path}?token=secret`);
    expect([toConsole.mock.calls, toStderr.mock.calls]).toEqual([[], []]);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain(messages.errors.boundary);
    const [, id] = /Reference: ([\w-]+)/.exec(answer.text) ?? [];
    expect(id).toBe(answer.headers.get('x-request-id'));
    const lines = site.logged().filter((line) => line['id'] === id);
    expect(lines).toMatchObject([
      { level: 'error', target: path, error: { message: fault.message, stack: fault.stack } },
      { level: 'error', target: path, status: 500 },
      { level: 'error', msg: 'request', status: 500 },
    ]);
    expect((await site.get(path)).status).toBe(200);
  });
});

describe('A page whose list cannot be read', () => {
  test('Answers without the list, does not cache that, and logs the error', async () => {
    const before = site.logged().length;
    failing.failOnce('apps.listOtherApps');
    // Another address of the page, because the one above is cached.
    const bare = await site.get(`${path}/`);
    expect([bare.status, bare.text.includes('Harmattan')]).toEqual([200, true]);
    expect(bare.text).not.toContain('Kaduna');
    expect(site.logged().slice(before)).toMatchObject([
      { level: 'error', target: `${path}/`, error: { message: fault.message } },
    ]);
    expect((await site.get(`${path}/`)).text).toContain('Kaduna');
  });
});

test("Answers an owner's page completely after its releases could not be read once", async () => {
  const address = `${path}/update`;
  failing.failOnce('versions.listVersions');
  const failed = await site.get(address);
  expect(failed.text).toContain('Something went wrong');
  const next = await site.get(address);
  expect([next.status, next.text.includes('role="alert"><svg')]).toEqual([200, false]);
});

test('Answers a fault of the API under the id of its request, in the body, the header and the log', async () => {
  failing.failOnce('apps.findApp');
  const answer = await site.get(`/api/v1${path}/?fault`);
  expect(answer.status).toBe(500);
  const { id } = JSON.parse(answer.text) as { id: string };
  expect(id).toBe(answer.headers.get('x-request-id'));
  expect(site.logged().filter((line) => line['id'] === id)).toMatchObject([
    { msg: 'A request failed', error: { message: fault.message } },
    { msg: 'request', status: 500 },
  ]);
});
