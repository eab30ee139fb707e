// What a page says, and what the operator can read, when something that the page shows cannot be read.
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

describe('a page that throws', () => {
  test('is the page of faults; what was thrown is logged once, under the reference that the visitor is shown', async () => {
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

describe('a page whose list cannot be read', () => {
  test('stands without it, is not kept so, and the fault is logged', async () => {
    const before = site.logged().length;
    failing.failOnce('apps.listOtherApps');
    // Another address of the same page: the one above is kept.
    const bare = await site.get(`${path}/`);
    expect([bare.status, bare.text.includes('Harmattan')]).toEqual([200, true]);
    expect(bare.text).not.toContain('Kaduna');
    expect(site.logged().slice(before)).toMatchObject([
      { level: 'error', target: `${path}/`, error: { message: fault.message } },
    ]);
    expect((await site.get(`${path}/`)).text).toContain('Kaduna');
  });
});

test("An owner's page whose releases could not be read once is whole at the next request", async () => {
  const address = `${path}/update`;
  failing.failOnce('versions.listVersions');
  const failed = await site.get(address);
  expect(failed.text).toContain('Something went wrong');
  const next = await site.get(address);
  expect([next.status, next.text.includes('role="alert"><svg')]).toEqual([200, false]);
});
