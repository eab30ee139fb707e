// The pages of letters, which work without JavaScript.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let ada: Person;
const sender = 'bola@company.example';
const message = 'We look for somebody who builds for markets.';

beforeAll(async () => {
  site = await createTestSite('sqlite');
  ada = await createPerson(site.api);
}, 120_000);
afterAll(() => site.dispose());

const change = (fields: Record<string, string>) =>
  sendForm(site.api, 'PATCH', `/user/${ada.id}/`, fields, ada);
async function lastTo(to: string) {
  await site.product.outbox.flush();
  return (await mailsIn(site.product.config.dataDir)).findLast((mail) => mail.to === to);
}

test('Takes letters only while somebody is open to work', async () => {
  expect((await site.get(`/write/${ada.id}`)).status).toBe(404);
  expect((await site.get(`/user/${ada.id}`)).text).not.toContain(`/write/${ada.id}`);
  await change({ open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' });
  expect((await site.get(`/write/${ada.id}`)).status).toBe(200);
  expect((await site.get(`/user/${ada.id}`)).text).toContain(`/write/${ada.id}`);
});

test('Goes from the letter over the code to the answer, and keeps what was typed after a mistake', async () => {
  const refused = await site.postForm(`/write/${ada.id}`, { name: 'Bola', email: 'no', message });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(message);
  const { status, headers } = await site.postForm(`/write/${ada.id}`, {
    name: 'Bola',
    email: sender,
    message,
  });
  expect(status).toBe(303);
  const code = codeIn(await lastTo(sender));
  const request = new URL(headers.get('location') ?? '', 'http://x').searchParams.get('request') ?? '';
  const codePage = headers.get('location')?.replace(siteUrl, '') ?? '';
  const change = `href="/write/${ada.id}"`;
  expect((await site.get(codePage)).text).toContain(change);
  const wrong = await site.postForm('/write/code', { request, to: ada.id, code: 'AAAAAAAA' });
  expect([wrong.status, wrong.text.includes(request), wrong.text.includes(change)]).toEqual([
    400,
    true,
    true,
  ]);
  const sent = await site.postForm('/write/code', { request, code });
  expect(sent.text).toContain('on its way');
  expect(sent.headers.get('cache-control')).toContain('no-store');
  const token = /\/letter\/([\w-]{54})/.exec((await lastTo(ada.email))?.text ?? '')?.[1] ?? '';
  const page = await site.get(`/letter/${token}`);
  expect(page.text).toContain('Write to Bola');
  expect(page.text).not.toContain(sender);
  expect(page.headers.get('cache-control')).toContain('no-store');
  const answered = await site.postForm(`/letter/${token}`, {
    action: 'send',
    message: 'Thank you. Tell me more.',
  });
  expect([answered.status, answered.text.includes('on its way')]).toEqual([200, true]);
  expect(answered.text).toContain('<title>Your answer is sent');
  expect(answered.text).not.toContain('Write to Bola');
  const answer = await lastTo(sender);
  expect(answer?.text).toContain('Tell me more.');
  // Only the developer can report.
  expect(answer?.text).not.toContain('and report it.');
  await site.postForm(`/letter/${token}`, { action: 'close' });
  const over = (await site.get(`/letter/${token}`)).text;
  expect(over).toContain('This conversation is over.');
  expect(over).not.toContain('Write to Bola');
  expect((await site.get('/letter/nothing')).status).toBe(404);
});
