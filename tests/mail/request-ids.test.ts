// A mail carries the id of the request that caused it, as the log line and a fault do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { createOutbox, enqueueMail } from '../../src/lib/server/platform/mail/outbox.ts';
import type { LogFields } from '../../src/lib/server/platform/log.ts';
import { runForRequest } from '../../src/lib/server/platform/request-id.ts';
import { accountClient, password } from '../support/account-client.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Mails of requests on %s', (engine) => {
  let api: TestApi;
  let lines: string;
  const { mailsTo, verified, signUp } = accountClient(() => api);
  const log = createLogger('info', {
    sink: { write: (text) => void (lines += text), flush: () => undefined },
  });
  beforeAll(async () => {
    lines = '';
    api = await createTestApi(engine, { rateLimit: false, log });
  });
  afterAll(() => api.product.dispose());

  const requestsOf = async (email: string) =>
    (await mailsTo(email)).map(({ raw }) => /^X-Request-Id: (.*)$/im.exec(raw)?.[1]);

  test('Names the request in the mail and in its log line, also of sign-ups that share a transaction', async () => {
    const emails = Array.from({ length: 8 }, (_, index) => `together${index}@example.com`);
    const made = await Promise.all(
      emails.map((email, index) => runForRequest(`abcd0123-${index}`, () => signUp(email))),
    );
    expect(made.map(({ status }) => status)).toEqual(emails.map(() => 201));
    for (const [index, email] of emails.entries())
      expect(await requestsOf(email)).toEqual([`abcd0123-${index}`]);
    log.flush();
    const told = lines
      .split('\n')
      .filter((line) => line.includes('A mail was sent'))
      .map((line) => (JSON.parse(line) as LogFields)['request']);
    expect(told.toSorted()).toEqual(emails.map((_, index) => `abcd0123-${index}`));
    expect(lines).not.toContain('together');
  });

  test('Names the request that began a job in the mail at its end', async () => {
    const { id, pair } = await verified('leaves@example.com');
    await runForRequest('abcd0123-90', async () => {
      const { status } = await api.post(`/user/${id}/delete/`, { password }, pair.access);
      expect(status).toBe(200);
    });
    await runForRequest('abcd0123-91', () => api.product.jobs.flush());
    expect((await requestsOf('leaves@example.com')).at(-1)).toBe('abcd0123-90');
  });

  test('Keeps the id for a node that sends the mail later, and names it in the line of a failed try', async () => {
    const { db, outbox } = api.product;
    let now = Date.now();
    const failures: unknown[] = [];
    const first = createOutbox({
      db,
      clock: () => now,
      transport: {
        send: () => Promise.reject(new Error('The mail server is away.')),
        close: () => undefined,
      },
      onFailure: ({ request, tries }) => void failures.push({ request, tries }),
    });
    const mail = { to: 'later@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
    now -= 10 * 60_000;
    await runForRequest('abcd0123-92', () => db.write((trx) => enqueueMail(trx, mail, now)));
    await first.flush();
    expect(failures).toEqual([{ request: 'abcd0123-92', tries: 1 }]);
    await outbox.flush();
    expect(await requestsOf('later@example.com')).toEqual(['abcd0123-92']);
  });

  test('Adds no field to a mail that no request has caused, whichever request its transaction shares', async () => {
    const { db } = api.product;
    const mail = { to: 'nobody@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
    await Promise.all([
      runForRequest('abcd0123-93', () => db.write(() => Promise.resolve())),
      db.write((trx) => enqueueMail(trx, mail, Date.now())),
    ]);
    expect(await requestsOf('nobody@example.com')).toEqual([undefined]);
  });
});
