// Letters to developers who are open to work: proof of the address, both ways, limits, reports and what is kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restrictAccount } from '../../src/lib/server/rules/index.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const message = 'We look for somebody who builds for markets.';

describe.each(engines)('Letters to developers on %s', (engine) => {
  let api: TestApi;
  let now = Date.now();
  let ada: Person;
  let senders = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
    ada = await developer();
  });
  afterAll(() => api.product.dispose());

  async function developer(): Promise<Person> {
    const person = await createPerson(api);
    const work = { open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' };
    const { status } = await api.request(`/user/${person.id}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      body: JSON.stringify(work),
    });
    expect(status).toBe(200);
    return person;
  }
  const letters = () => api.product.services.letters;
  /** Another network each time, so that only the limits under test count. */
  const client = () => ({ address: `198.18.${String(senders % 250)}.${String(1 + (senders >> 8))}` });
  const newSender = () => `sender${String(++senders)}@company.example`;
  async function mailsTo(to: string) {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).filter((mail) => mail.to === to);
  }
  const lastTo = async (to: string) => (await mailsTo(to)).at(-1);
  const tokenIn = (text = '') => /\/letter\/([\w-]{54})/.exec(text)?.[1] ?? '';
  const send = (email: string, given: { to?: string; message?: string; name?: string } = {}) =>
    letters().sendLetter({ to: ada.id, name: 'Bola of Danfo', email, message, ...given }, client());
  async function deliver(email: string, given: { to?: string; message?: string } = {}) {
    const { request } = await send(email, given);
    const code = codeIn(await lastTo(email));
    await letters().confirmLetter({ request, code }, client());
    return { request, code };
  }
  const rows = () => api.product.db.read.selectFrom('conversations').selectAll().execute();

  test('Mails a letter and its answers both ways, and shows neither address', async () => {
    const email = newSender();
    await deliver(email);
    const letter = await lastTo(ada.email);
    expect(letter?.text).toContain(message);
    expect(letter?.text).toContain('Bola of Danfo');
    expect(letter?.text).toMatch(/end\s+the\s+conversation,\s+and\s+report\s+it\./);
    expect(letter?.raw).not.toContain(email);
    expect(letter?.raw).not.toMatch(/^Reply-To:/im);
    const token = tokenIn(letter?.text);
    expect(await letters().viewConversation(token)).toEqual({
      side: 'developer',
      with: 'Bola of Danfo',
      isOpen: true,
    });

    const answer = { action: 'send', message: 'Thank you, tell me more about it.' } as const;
    await letters().answerLetter({ ...answer, token }, client());
    const answered = await lastTo(email);
    expect(answered?.text).toContain(answer.message);
    expect(answered?.text).toMatch(/end\s+the\s+conversation\./);
    expect(answered?.raw).not.toContain(ada.email);
    const back = tokenIn(answered?.text);
    expect(back).not.toBe(token);
    expect(await letters().viewConversation(back)).toEqual({ side: 'sender', with: 'Ada Obi', isOpen: true });
    await letters().answerLetter(
      { ...answer, message: 'It is about prices of markets.', token: back },
      client(),
    );
    expect((await lastTo(ada.email))?.text).toContain('prices of markets');
    for (const row of await rows()) expect(row.text).toBe('');
  });

  test('Mails nothing that was typed before the code is entered', async () => {
    const before = (await mailsTo(ada.email)).length;
    const email = newSender();
    const { request } = await send(email, { name: 'Spam of Danfo' });
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.raw).not.toContain('Spam');
    expect(mail?.text).not.toContain('markets');
    expect(await mailsTo(ada.email)).toHaveLength(before);
    const wrong = { request, code: 'AAAAAAAA' };
    for (let tries = 0; tries < 5; tries += 1)
      await expect(letters().confirmLetter(wrong, client())).rejects.toMatchObject({ status: 400 });
    // The right code after five wrong ones.
    const code = codeIn(mail);
    await expect(letters().confirmLetter({ request, code }, client())).rejects.toMatchObject({ status: 400 });
    expect(await mailsTo(ada.email)).toHaveLength(before);
  });

  test('Takes a code once and only in time', async () => {
    const email = newSender();
    const used = await deliver(email);
    await expect(letters().confirmLetter(used, client())).rejects.toMatchObject({ status: 400 });
    const { request } = await send(newSender());
    const code = codeIn(await lastTo(`sender${String(senders)}@company.example`));
    now += 31 * 60_000;
    await expect(letters().confirmLetter({ request, code }, client())).rejects.toMatchObject({ status: 400 });
    await letters().sweep();
    expect((await rows()).filter(({ state }) => state === 'pending-code')).toEqual([]);
  });

  test.each(['', 'x'.repeat(54), 'A'.repeat(72), '../../etc'])(
    'Opens no conversation with %j',
    async (token) => {
      await expect(letters().viewConversation(token)).rejects.toMatchObject({ status: 404 });
      await expect(
        letters().answerLetter({ token, action: 'send', message }, client()),
      ).rejects.toMatchObject({ status: 404 });
    },
  );

  test('Answers the same for nobody and for somebody who is not open to work', async () => {
    const eve = await createPerson(api);
    for (const to of [eve.id, '019a4f10-3c00-7000-8000-00000000aaaa', 'nobody'])
      await expect(send(newSender(), { to })).rejects.toMatchObject({ status: 404 });
  });

  test('Refuses two links, and leaves one out of a letter from an address without an account', async () => {
    const two = 'See https://one.example and https://two.example, please.';
    await expect(send(newSender(), { message: two })).rejects.toMatchObject({ status: 400 });
    const one = 'See our page https://one.example and write back to us.';
    await deliver(newSender(), { message: one });
    expect((await lastTo(ada.email))?.text).toContain('See our page [link] and write back');
    const member = await createPerson(api);
    await deliver(member.email, { message: one });
    expect((await lastTo(ada.email))?.text).toContain('https://one.example');
    const own = (await rows()).find(({ sender_id }) => sender_id === member.id);
    expect(own?.email).toBe('');
  });

  test('Puts nothing that was typed into a header', async () => {
    const email = newSender();
    const name = 'Bola\r\nBcc: victim';
    await send(email, { name });
    const code = codeIn(await lastTo(email));
    expect(code).toHaveLength(8);
    const mail = await lastTo(email);
    expect(mail?.raw.split(/\r?\n\r?\n/)[0]).not.toContain('victim');
  });

  test('Refuses a letter from a sender whom staff have restricted', async () => {
    const mallory = await createPerson(api);
    const refused = {
      accountId: mallory.id,
      actions: ['contact' as const],
      reason: 'Spam.',
      until: now + 1e9,
      now,
    };
    await api.product.db.write((trx) => restrictAccount(trx, refused));
    const { request } = await send(mallory.email);
    const code = codeIn(await lastTo(mallory.email));
    await expect(letters().confirmLetter({ request, code }, client())).rejects.toMatchObject({ status: 403 });
  });

  test('Ends a conversation for good, and tells the operator of a report', async () => {
    const bola = await developer();
    const email = newSender();
    await deliver(email, { to: bola.id });
    const token = tokenIn((await lastTo(bola.email))?.text);
    await letters().answerLetter({ token, action: 'report' }, client());
    expect((await letters().viewConversation(token)).isOpen).toBe(false);
    await expect(letters().answerLetter({ token, action: 'send', message }, client())).rejects.toMatchObject({
      status: 409,
    });
    const told = await lastTo(api.product.config.contactEmail);
    expect(told?.text).toContain(email);
    await expect(deliver(email, { to: bola.id })).rejects.toMatchObject({ status: 403 });
    // Reported by a second developer, the sender writes to nobody.
    const chi = await developer();
    await deliver(email, { to: chi.id });
    await letters().answerLetter(
      { token: tokenIn((await lastTo(chi.email))?.text), action: 'report' },
      client(),
    );
    await expect(deliver(email)).rejects.toMatchObject({ status: 403 });
  });

  test('A sender can end a conversation, and cannot report it', async () => {
    const bola = await developer();
    const email = newSender();
    await deliver(email, { to: bola.id });
    const token = tokenIn((await lastTo(bola.email))?.text);
    await letters().answerLetter({ token, action: 'send', message }, client());
    const reports = (await mailsTo(api.product.config.contactEmail)).length;
    await letters().answerLetter({ token: tokenIn((await lastTo(email))?.text), action: 'report' }, client());
    expect((await letters().viewConversation(token)).isOpen).toBe(false);
    expect(await mailsTo(api.product.config.contactEmail)).toHaveLength(reports);
  });

  test('Limits conversations of a day with one developer and by one sender', async () => {
    const bola = await developer();
    for (let letter = 0; letter < 10; letter += 1) await deliver(newSender(), { to: bola.id });
    await expect(deliver(newSender(), { to: bola.id })).rejects.toMatchObject({ status: 429 });
    expect((await mailsTo(bola.email)).filter(({ subject }) => subject.includes('letter'))).toHaveLength(10);
    const email = newSender();
    for (let letter = 0; letter < 5; letter += 1) {
      // Each from another network: a mailbox gets five codes from one.
      await deliver(email, { to: (await developer()).id });
      senders += 256;
    }
    const other = await developer();
    await expect(deliver(email, { to: other.id })).rejects.toMatchObject({ status: 429 });
    now += 25 * 3_600_000;
    await expect(deliver(email, { to: other.id })).resolves.toBeDefined();
  });

  test('Mails a stranger no more than five codes from one network', async () => {
    const victim = newSender();
    for (let code = 0; code < 5; code += 1) await send(victim);
    await expect(send(victim)).rejects.toMatchObject({ status: 429 });
    expect(await mailsTo(victim)).toHaveLength(5);
  });

  test('Keeps nothing of a conversation after 180 days, or without the account', async () => {
    const bola = await developer();
    await deliver(newSender(), { to: bola.id });
    await api.product.db.write((trx) => trx.deleteFrom('users').where('id', '=', bola.id).execute());
    expect((await rows()).filter(({ developer_id }) => developer_id === bola.id)).toEqual([]);
    expect(await rows()).not.toEqual([]);
    now += 181 * 86_400_000;
    await letters().sweep();
    expect(await rows()).toEqual([]);
  });
});
