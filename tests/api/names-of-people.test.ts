// Names of people, which mails and pages show to others: none may hold a web address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const sentence = 'Enter a name without a link or an address. Put a space after a dot.';
const message = 'We look for somebody who builds for markets.';

let site: TestSite;
let ada: Person;
let guests = 0;

beforeAll(async () => {
  site = await createTestSite('sqlite');
  ada = await createPerson(site.api);
  await change({ open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' });
}, 120_000);
afterAll(() => site.dispose());

const change = (fields: Record<string, string>) =>
  sendForm<Record<string, string>>(site.api, 'PATCH', `/user/${ada.id}/`, fields, ada);
const newAddress = () => `guest${(guests += 1)}@company.ng`;
const signUp = (firstname: string) =>
  site.api.post('/user/', {
    firstname,
    lastname: 'Obi',
    email: newAddress(),
    password: 'correct horse battery',
  });
const report = (name: string) =>
  site.api.post('/report/', {
    about: `profile:${ada.id}`,
    reason: 'spam',
    message,
    name,
    email: newAddress(),
  });
const write = (name: string, email = newAddress()) =>
  site.postForm(`/write/${ada.id}`, { name, email, message });
async function mailsTo(to: string) {
  await site.product.outbox.flush();
  return (await mailsIn(site.product.config.dataDir)).filter((mail) => mail.to === to);
}

describe.each([
  'Visit http://evil.example',
  'evil.example',
  'www.evil.example',
  'Ada evil.ng/prize',
  'Ada evil .ng',
  'Ada evil . ng',
  'evil\u200b.\u200bexample',
  'evil．example',
  'evil。example',
  'evil․example',
  'пример.рф',
  'xn--fiqs.example',
  'ada@evil.example',
  'mailto:ada',
  'Ada.Obi',
])('The name %s', (name) => {
  test('Is refused at a sign-up, in a profile, and of a guest', async () => {
    expect(await signUp(name)).toMatchObject({ status: 400, body: { fields: { firstname: sentence } } });
    for (const field of ['firstname', 'lastname'])
      expect(await change({ [field]: name })).toMatchObject({
        status: 400,
        body: { fields: { [field]: sentence } },
      });
    expect(await report(name)).toMatchObject({ status: 400, body: { fields: { name: sentence } } });
    const letter = await write(name);
    expect([letter.status, letter.text.includes(sentence)]).toEqual([400, true]);
  });
});

test.each([
  'St. John',
  "O'Neil",
  'O’Neil',
  'Ada-Obi',
  'Dr. A.B. Musa',
  'J.R.R.',
  'Geo. Adams',
  'Tel. Aviv',
  'Ọláyínká',
  'Kumar a/l Raju',
  'Gal·la',
  'Sammy Davis, Jr.',
  'محمد',
])('Takes the name %s everywhere', async (name) => {
  expect((await signUp(name)).status).toBe(201);
  expect(await change({ firstname: name })).toMatchObject({ status: 200, body: { firstname: name } });
  expect((await report(name)).status).toBe(202);
  expect((await write(name)).status).toBe(303);
});

test('Mails no address in a name that was stored before', async () => {
  await site.product.db.write(async (trx) => {
    await trx
      .updateTable('users')
      .set({ firstname: 'Win at evil.example' })
      .where('id', '=', ada.id)
      .execute();
  });
  const sender = newAddress();
  const { headers } = await write('Bola', sender);
  const request = new URL(headers.get('location') ?? '', 'http://x').searchParams.get('request') ?? '';
  await site.postForm('/write/code', { request, code: codeIn((await mailsTo(sender)).at(-1)) });
  const letter = (await mailsTo(ada.email)).at(-1)?.text ?? '';
  expect(letter).toContain('Hello Win at [link]');
  const token = /\/letter\/([\w-]{54})/.exec(letter)?.[1] ?? '';
  await site.postForm(`/letter/${token}`, { action: 'send', message: 'Thank you. Tell me more.' });
  const answer = (await mailsTo(sender)).at(-1);
  expect(answer?.text).toContain('Win at [link] Obi writes to you through');
  expect(`${letter}${answer?.raw ?? ''}`).not.toContain('evil.example');
});
