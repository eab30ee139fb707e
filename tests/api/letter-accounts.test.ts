// Letters and accounts that come, are suspended and go: what a mailbox may not do stays so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restrictAccount } from '../../src/lib/server/rules/index.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { readZip } from '../support/read-zip.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const message = 'We look for somebody who builds for markets.';
const name = 'Bola of Danfo';
const password = 'correct horse battery';

describe.each(engines)('Letters and the accounts of their senders on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let mails = 0;
  let guests = 0;

  beforeAll(async () => {
    api = await createTestApi(engine);
    ada = await developer();
  });
  afterAll(() => api.product.dispose());

  async function developer(): Promise<Person> {
    const person = await createPerson(api);
    const { status } = await api.request(`/user/${person.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' }),
    });
    expect(status).toBe(200);
    return person;
  }
  const letters = () => api.product.services.letters;
  const moderation = () => api.product.services.moderation;
  const newGuest = () => `guest${String((guests += 1))}@company.example`;
  /** Another network each time, so that only the limits under test count. */
  const client = () => ({ address: `198.${String(18 + ((mails += 1) >> 8))}.${String(mails % 256)}.1` });
  async function lastTo(to: string) {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).findLast((mail) => mail.to === to);
  }
  const tokenTo = async ({ email }: { email: string }) =>
    /\/letter\/([\w-]{54})/.exec((await lastTo(email))?.text ?? '')?.[1] ?? '';
  const lastLetter = async () => (await lastTo(ada.email))?.raw;
  async function begin(email: string, to = ada): Promise<void> {
    const { request } = await letters().sendLetter({ to: to.id, name, email, message }, client());
    const code = codeIn(await lastTo(email));
    await letters().confirmLetter({ request, code }, client());
  }
  const answer = (token: string) => letters().answerLetter({ token, action: 'send', message }, client());
  /** Begins a conversation, which the developer answers. @returns the tokens of their pages */
  async function converse(email: string, to = ada): Promise<{ developer: string; sender: string }> {
    await begin(email, to);
    const developer = await tokenTo(to);
    await answer(developer);
    return { developer, sender: await tokenTo({ email }) };
  }
  async function reportBy(to: Person, email: string): Promise<void> {
    await begin(email, to);
    await letters().answerLetter({ token: await tokenTo(to), action: 'report' }, client());
  }
  async function deleteAccount({ id, access }: Person): Promise<void> {
    expect((await api.post(`/user/${id}/delete/`, { password }, access)).status).toBe(200);
    await api.product.jobs.flush();
  }
  async function exportOf({ id, access }: Person): Promise<unknown> {
    const answered = await api.raw(`/user/${id}/export/`, { password }, access);
    const files = await readZip(Buffer.from(await answered.arrayBuffer()));
    return JSON.parse(files.get('data.json')?.toString() ?? '');
  }
  const rowsWith = (developer: Person) =>
    api.product.db.read
      .selectFrom('conversations')
      .selectAll()
      .where('developer_id', '=', developer.id)
      .execute();
  const ofNobody = { sender_id: null, name: '', email: '', text: '', code_hash: null };

  test('A deleted account does not lift the blocks of developers', async () => {
    const [one, two] = [await developer(), await developer()];
    const sender = await createPerson(api);
    await reportBy(one, sender.email);
    await reportBy(two, sender.email);
    const unwanted = { status: 403, message: 'This letter cannot be sent.' };
    await expect(begin(sender.email)).rejects.toMatchObject(unwanted);
    await deleteAccount(sender);
    expect(await rowsWith(one)).toMatchObject([{ ...ofNobody, state: 'reported' }]);
    expect(JSON.stringify(await rowsWith(one))).not.toContain(sender.id);
    for (const to of [one, ada]) await expect(begin(sender.email, to)).rejects.toMatchObject(unwanted);
    // Nor does another account of the mailbox.
    await createPerson(api, { email: sender.email });
    await expect(begin(sender.email)).rejects.toMatchObject(unwanted);
    await deleteAccount(one);
    expect(await rowsWith(one)).toEqual([]);
  });

  test('A deleted account does not begin the limit of a day again', async () => {
    const sender = await createPerson(api);
    for (let letter = 0; letter < 5; letter += 1) await begin(sender.email, await developer());
    await deleteAccount(sender);
    await expect(begin(sender.email)).rejects.toMatchObject({ status: 429 });
  });

  test('An open conversation ends with the account of its sender, and keeps nothing of the person', async () => {
    const bola = await developer();
    const sender = await createPerson(api);
    const tokens = await converse(sender.email, bola);
    const [before] = await rowsWith(bola);
    await deleteAccount(sender);
    const { sender_key, opened_at, last_at } = before ?? {};
    expect(await rowsWith(bola)).toMatchObject([
      { ...ofNobody, state: 'closed', sender_key, opened_at, last_at },
    ]);
    expect(await letters().viewConversation(tokens.developer)).toMatchObject({ with: '', isOpen: false });
    for (const token of Object.values(tokens))
      await expect(answer(token)).rejects.toMatchObject({ status: 409 });
  });

  test('A guest who signs up and is suspended answers no more, until the suspension ends', async () => {
    const email = newGuest();
    const tokens = await converse(email);
    const { id } = await createPerson(api, { email });
    await answer(tokens.sender);
    await moderation().banAccount(id, 'Spam.');
    const letter = await lastLetter();
    await expect(answer(tokens.sender)).rejects.toMatchObject({ status: 404 });
    await expect(answer(tokens.developer)).rejects.toMatchObject({ status: 409 });
    expect(await lastLetter()).toEqual(letter);
    await moderation().unbanAccount(id);
    await answer(tokens.sender);
    await answer(tokens.developer);
  });
  test('A guest who signs up is held to the restriction of the account', async () => {
    const email = newGuest();
    const { sender } = await converse(email);
    const { id } = await createPerson(api, { email });
    const now = Date.now();
    const restriction = { reason: 'Spam.', until: now + 3_600_000, now };
    await api.product.db.write((trx) =>
      restrictAccount(trx, { accountId: id, actions: ['contact'], ...restriction }),
    );
    await expect(answer(sender)).rejects.toMatchObject({ status: 403 });
  });

  test('Exports the conversations of before the sign-up, and ends them with the account', async () => {
    const bola = await developer();
    const email = newGuest();
    const tokens = await converse(email, bola);
    const pending = await developer();
    await letters().sendLetter({ to: pending.id, name, email, message }, client());
    const person = await createPerson(api, { email });
    const conversations = [{ state: 'open', began: 'you', with: bola.id }];
    expect(await exportOf(person)).toMatchObject({ conversations });
    await deleteAccount(person);
    expect(await rowsWith(bola)).toMatchObject([{ ...ofNobody, state: 'closed' }]);
    expect(await rowsWith(pending)).toEqual([]);
    await expect(answer(tokens.sender)).rejects.toMatchObject({ status: 409 });
    // What somebody begins without the account is not touched.
    const chi = await developer();
    await begin(email, chi);
    await api.product.jobs.flush();
    expect(await rowsWith(chi)).toMatchObject([{ name, email, state: 'open' }]);
  });

  test('An account that nobody has verified ends no conversations of its address', async () => {
    const bola = await developer();
    const email = newGuest();
    await begin(email, bola);
    const stranger = await createPerson(api, { email, verified: false });
    await deleteAccount(stranger);
    expect(await rowsWith(bola)).toMatchObject([{ name, email, state: 'open' }]);
  });

  test.each([
    ['a plus tag', 'mallory@danfo.example', 'mallory+jobs@danfo.example'],
    ['no plus tag', 'mallory+one@bolt.example', 'mallory@bolt.example'],
    ['another plus tag', 'mallory+one@okada.example', 'mallory+two@okada.example'],
    ['other dots at Gmail', 'mallorydanfo@gmail.com', 'mallory.danfo+jobs@googlemail.com'],
  ])('A suspended account begins no letter from its mailbox with %s', async (_name, email, alias) => {
    const { id } = await createPerson(api, { email });
    await moderation().banAccount(id, 'Spam.');
    const before = await lastLetter();
    await expect(begin(alias)).rejects.toMatchObject({ status: 403, message: 'This letter cannot be sent.' });
    expect(await lastLetter()).toBe(before);
  });

  test('A suspended account keeps nobody else from writing', async () => {
    const { id } = await createPerson(api, { email: 'chi+one@molue.example' });
    await moderation().banAccount(id, 'Spam.');
    for (const email of ['chi@company.example', 'chioma@molue.example', 'c@molue.example'])
      await begin(email, await developer());
  });
});
