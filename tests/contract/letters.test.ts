// Letters to developers who are open to work: through pages without JavaScript, and through mails that show no address.
import { describe, expect, test } from 'vitest';
import { day, minute, password, startProduct, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const message = 'We look for somebody who builds for markets.';
const unwanted = 'This message cannot be sent.';
const over = 'This conversation is over.';

/** Somebody who is open to work. */
async function developer(on = product): Promise<Person> {
  const person = await on.people.verified({ firstname: 'Ada', lastname: 'Obi' });
  const work = { open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' };
  const { status } = await on.client.as(person).patch(`/user/${person.id}/`, work);
  expect(status).toBe(200);
  return person;
}
const ada = await developer();
let guests = 0;
const newGuest = () => `guest${String((guests += 1))}@company.example`;

const write = (email: string, to: { id: string } = ada, more: object = {}) =>
  client.submit(`/write/${to.id}`, { name: 'Bola of Danfo', email, message, ...more });
const requestOf = ({ headers }: { headers: Headers }) =>
  new URL(headers.get('location') ?? '', product.siteUrl).searchParams.get('request') ?? '';
const confirm = (request: string, code: string) => client.submit('/write/code', { request, code });
/** Writes a letter and enters the mailed code. */
async function deliver(email: string, to?: Person, more?: object) {
  const written = await write(email, to, more);
  expect(written.status, written.text).toBe(303);
  return await confirm(requestOf(written), await mailbox.code(email));
}
const answer = (page: string, action = 'send') => client.submit(page, { action, message });
/** The page of the conversation that the newest mail to somebody links to. */
async function pageOf(email: string): Promise<string> {
  const { links } = await mailbox.newest(email);
  return new URL(links.find((link) => link.includes('/letter/')) ?? '').pathname;
}
/** A conversation that the developer has answered. @returns the pages of both */
async function converse(email: string, to = ada) {
  expect((await deliver(email, to)).status).toBe(200);
  const ofDeveloper = await pageOf(to.email);
  await answer(ofDeveloper);
  return { ofDeveloper, ofSender: await pageOf(email) };
}
async function reportBy(to: Person, email: string) {
  await deliver(email, to);
  expect((await answer(await pageOf(to.email), 'report')).status).toBe(200);
}
async function suspend({ id }: Person): Promise<void> {
  const staff = await people.staff('moderator');
  const ruling = { policy: 'spam', public_reason: 'It is spam.', owner_reason: 'It is spam, seen twice.' };
  const by = client.as(staff);
  expect((await by.post('/desk/bulk/', { ...ruling, action: 'suspend', account: id })).status).toBe(201);
  await product.work();
}
async function deleteAccount(person: Person): Promise<void> {
  expect((await client.as(person).post(`/user/${person.id}/delete/`, { password })).status).toBe(200);
  await product.work();
}
const lettersTo = async (email: string) =>
  (await mailbox.to(email)).filter(({ subject }) => subject.includes('you have a message'));

describe('A letter', () => {
  test('Is taken only while somebody is open to work', async () => {
    const chi = await people.verified();
    const closed = await client.page(`/write/${chi.id}`);
    expect([
      closed.status,
      closed.text.includes('This person is not accepting messages at the moment.'),
    ]).toEqual([404, true]);
    expect((await client.page(`/user/${chi.id}`)).has(`a[href="/write/${chi.id}"]`)).toBe(false);
    expect((await client.page(`/user/${ada.id}`)).has(`a[href="/write/${ada.id}"]`)).toBe(true);
    expect((await client.page(`/write/${ada.id}`)).one('main h1').text).toBe('Write to Ada Obi');
    for (const id of [chi.id, '019a4f10-3c00-7000-8000-00000000aaaa', 'nobody'])
      expect((await write(newGuest(), { id })).status).toBe(404);
  });

  test('Goes on with the code, and both answer without seeing an address', async () => {
    const email = newGuest();
    const written = await write(email);
    const codePage = await client.page(written.headers.get('location') ?? '');
    expect([written.status, codePage.has(`a[href="/write/${ada.id}"]`)]).toEqual([303, true]);
    const sent = await confirm(requestOf(written), await mailbox.code(email));
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('no-store'),
    ]);
    expect(sent.text).toContain(
      'Your message is on its way. The answer will come by mail, with a link to write back.',
    );

    const letter = await mailbox.newest(ada.email);
    expect(letter.text).toContain(message);
    expect(letter.text).toMatch(/Bola of Danfo\s+writes/);
    expect(letter.text).toMatch(/end\s+the\s+conversation\s+there,\s+and\s+report\s+it\./);
    expect(letter.raw).not.toContain(email);
    expect(letter.raw).not.toMatch(/^Reply-To:/im);
    const own = await pageOf(ada.email);
    const page = await client.page(own);
    expect([page.one('main h1').text, page.html.includes(email)]).toEqual(['Write to Bola of Danfo', false]);
    expect(page.headers.get('cache-control')).toContain('no-store');

    const answered = await client.submit(own, {
      action: 'send',
      message: 'Thank you, tell me more about it.',
    });
    expect(answered.one('main h1').text).toBe('Answer sent');
    const back = await mailbox.newest(email);
    expect(back.text).toContain('Thank you, tell me more about it.');
    // Only the developer can report.
    expect(back.text).toMatch(/end\s+the\s+conversation\s+there\./);
    expect(back.raw).not.toContain(ada.email);
    const page2 = await pageOf(email);
    expect(page2).not.toBe(own);
    expect((await client.page(page2)).one('main h1').text).toBe('Write to Ada Obi');
    await client.submit(page2, { action: 'send', message: 'It is about prices of markets.' });
    expect((await mailbox.newest(ada.email)).text).toContain('prices of markets');
  });

  test('Is mailed to nobody before the code is entered, and the code works in time, few times and once', async () => {
    const before = (await lettersTo(ada.email)).length;
    const email = newGuest();
    const request = requestOf(await write(email, ada, { name: 'Spam\r\nBcc: victim' }));
    const { raw, text, code } = await mailbox.newest(email);
    expect(raw).not.toMatch(/Spam|victim/);
    expect(text).not.toContain('markets');
    const wrong = 'This code is wrong or has expired. Check it, or send the message again.';
    const enter = async (entered: string, of = request) => {
      const { status, text: shown } = await confirm(of, entered);
      return [status, shown.includes(wrong)];
    };
    for (let tries = 0; tries < 5; tries += 1) expect(await enter('AAAAAAAA')).toEqual([400, true]);
    expect(await enter(code)).toEqual([400, true]);
    const late = requestOf(await write(email));
    clock.advance(31 * minute);
    expect(await enter(await mailbox.code(email), late)).toEqual([400, true]);
    expect(await lettersTo(ada.email)).toHaveLength(before);
    const used = requestOf(await write(email));
    const right = await mailbox.code(email);
    expect((await confirm(used, right)).status).toBe(200);
    expect(await enter(right, used)).toEqual([400, true]);
    expect(await lettersTo(ada.email)).toHaveLength(before + 1);
  });

  test.each([
    [{ email: 'no' }, 'Enter an email address such as ada@example.com.'],
    [{ name: '' }, 'Enter your name.'],
    [{ message: 'Too short.' }, 'Write at least 20 characters.'],
    [
      { message: `${message} https://one.example https://two.example` },
      'A message can have one link at most.',
    ],
    [{ name: 'Win at evil.example' }, 'Enter a name without a link or an address. Put a space after a dot.'],
    [{ name: 'NaijaBuilt' }, 'This is the name of this site. Enter your own.'],
    [{ name: 'Naija Built Support' }, 'This is the name of this site. Enter your own.'],
    [{ name: 'NaijaBui1t' }, 'This is the name of this site. Enter your own.'],
  ])('Is refused with %j, and keeps what was typed', async (change, sentence) => {
    const email = newGuest();
    const refused = await write(email, ada, change);
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
    expect(refused.html).toContain({ message, ...change }.message);
    expect(await mailbox.to(email)).toEqual([]);
  });

  test('Carries one link, and none where its sender has no account', async () => {
    const one = { message: 'See our page https://one.example and write back to us.' };
    await deliver(newGuest(), ada, one);
    expect((await mailbox.newest(ada.email)).text).toContain('See our page [link] and write back');
    const member = await people.verified();
    await deliver(member.email, ada, one);
    expect((await mailbox.newest(ada.email)).text).toContain('https://one.example');
  });

  test.each(['nothing', 'x'.repeat(54), 'A'.repeat(72)])('Is not opened by the link %s', async (token) => {
    const page = await client.page(`/letter/${token}`);
    expect([page.status, page.text.includes('This link does not open a conversation.')]).toEqual([404, true]);
    expect((await answer(`/letter/${token}`)).status).toBe(404);
  });
});

describe('The end of a conversation', () => {
  test('Is for good, by either of the two', async () => {
    for (const side of ['ofDeveloper', 'ofSender'] as const) {
      const bola = await developer();
      const email = newGuest();
      const pages = await converse(email, bola);
      expect((await answer(pages[side], 'close')).text).toContain(over);
      for (const page of Object.values(pages)) {
        expect((await client.page(page)).text).toContain(over);
        expect((await answer(page)).status).toBe(409);
      }
      expect((await deliver(email, bola)).text).toContain(unwanted);
    }
  });

  test('With a report tells the operator of a guest, and after the second report the sender writes to nobody', async () => {
    const email = newGuest();
    await reportBy(await developer(), email);
    expect((await mailbox.newest('hello@naijabuilt.example')).text).toContain(email);
    await reportBy(await developer(), email);
    const refused = await deliver(email);
    expect([refused.status, refused.text.includes(unwanted)]).toEqual([403, true]);
  });

  test('With a report of an account makes a case, which the developer follows; a sender reports nothing', async () => {
    const mallory = await people.verified();
    const bola = await developer();
    const toOperator = (await mailbox.to('hello@naijabuilt.example')).length;
    await reportBy(bola, mallory.email);
    expect((await mailbox.newest(bola.email)).text).toMatch(/\/report\/\d{8}-/);
    expect((await mailbox.newest(mallory.email)).subject).not.toContain('report');
    const chi = await developer();
    const { ofSender } = await converse(mallory.email, chi);
    await answer(ofSender, 'report');
    expect((await client.page(ofSender)).text).toContain(over);
    expect(await mailbox.to('hello@naijabuilt.example')).toHaveLength(toOperator);
    const by = client.as(await people.staff('moderator'));
    const { body } = await by.get<{ results: { subject: { id: string } }[] }>('/desk/cases/');
    const subjects = body.results.map(({ subject }) => subject.id);
    expect([subjects.includes(mallory.id), subjects.includes(chi.id)]).toEqual([true, false]);
  });
});

describe('The account of a sender', () => {
  test('Lifts no block by its deletion, nor with another account of the mailbox', async () => {
    const sender = await people.verified();
    const [one, two] = [await developer(), await developer()];
    await reportBy(one, sender.email);
    await reportBy(two, sender.email);
    await deleteAccount(sender);
    for (const to of [one, ada]) expect((await deliver(sender.email, to)).status).toBe(403);
    await people.verified({ email: sender.email });
    expect((await deliver(sender.email)).status).toBe(403);
  });

  test('Ends open conversations with its deletion, also those of before the sign-up', async () => {
    const email = newGuest();
    const pages = await converse(email, await developer());
    const person = await people.verified({ email });
    await deleteAccount(person);
    for (const page of Object.values(pages)) {
      const { text } = await client.page(page);
      expect([text.includes(over), text.includes('Bola')]).toEqual([true, false]);
      expect((await answer(page)).status).toBe(409);
    }
    // What somebody begins without the account is not touched.
    expect((await deliver(email, await developer())).status).toBe(200);
  });

  test('That nobody has verified ends no conversations of its address', async () => {
    const email = newGuest();
    const { ofSender } = await converse(email);
    await deleteAccount(await people.unverified({ email }));
    expect((await answer(ofSender)).status).toBe(200);
  });

  test('Answers no more while it is suspended, also where the conversation began before the sign-up', async () => {
    const email = newGuest();
    const { ofDeveloper, ofSender } = await converse(email);
    const person = await people.verified({ email });
    expect((await answer(ofSender)).status).toBe(200);
    await suspend(person);
    const before = await lettersTo(ada.email);
    expect([(await answer(ofSender)).status, (await answer(ofDeveloper)).status]).toEqual([404, 409]);
    expect((await deliver(email)).text).toContain(unwanted);
    expect(await lettersTo(ada.email)).toEqual(before);
  });

  test.each([
    ['mallory@danfo.example', 'mallory+jobs@danfo.example'],
    ['mallory+one@bolt.example', 'mallory@bolt.example'],
    ['mallorydanfo@gmail.com', 'mallory.danfo+jobs@googlemail.com'],
  ])('That is suspended as %s does not write as %s, and keeps nobody else from it', async (email, alias) => {
    await suspend(await people.verified({ email }));
    const refused = await deliver(alias);
    expect([refused.status, refused.text.includes(unwanted)]).toEqual([403, true]);
    expect((await deliver(email.replace('mallory', 'chi'), await developer())).status).toBe(200);
  });

  test('Is held to its restriction, also in conversations of before the sign-up', async () => {
    const email = newGuest();
    const { ofSender } = await converse(email);
    const { id } = await people.verified({ email });
    const by = client.as(await people.staff('moderator'));
    const restriction = { kind: 'account', pattern: id, action: 'contact', reason: 'Spam.' };
    expect((await by.post('/desk/restrictions/', restriction)).status).toBe(201);
    expect([(await answer(ofSender)).status, (await deliver(email)).status]).toEqual([403, 403]);
  });
});

describe('Limits of a day', () => {
  test('Are ten conversations with one developer and five by one sender, also with a new account', async () => {
    const bola = await developer();
    for (let letter = 0; letter < 10; letter += 1) expect((await deliver(newGuest(), bola)).status).toBe(200);
    const full = await deliver(newGuest(), bola);
    const sentence = 'This person has received many messages today. Try again tomorrow.';
    expect([full.status, full.text.includes(sentence)]).toEqual([429, true]);
    expect(await lettersTo(bola.email)).toHaveLength(10);

    const sender = await people.verified();
    for (let letter = 0; letter < 5; letter += 1)
      expect((await deliver(sender.email, await developer())).status).toBe(200);
    await deleteAccount(sender);
    const other = await developer();
    const spent = await deliver(sender.email, other);
    expect(spent.text).toContain('You have started many conversations today. Try again tomorrow.');
    clock.advance(25 * 60 * minute);
    expect((await deliver(sender.email, other)).status).toBe(200);
  });

  test('Are five codes to one mailbox from one network', async () => {
    const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });
    const { id } = await developer(limited);
    const victim = { name: 'Bola', email: 'victim@company.example', message };
    const send = () => limited.client.from('198.18.7.7').submit(`/write/${id}`, victim);
    for (let code = 0; code < 5; code += 1) expect((await send()).status).toBe(303);
    const { status, text } = await send();
    const sentence = 'Too many codes were requested for this address today.';
    expect([status, text.includes(sentence)]).toEqual([429, true]);
    expect(await limited.mailbox.to(victim.email)).toHaveLength(5);
  });
});

// At the end of the file, because nobody is open to work for so long.
test('A conversation ends after 180 days without a letter, and nothing of it is kept', async () => {
  const { ofDeveloper } = await converse(newGuest());
  clock.advance(181 * day);
  await product.sweep();
  expect((await client.page(ofDeveloper)).status).toBe(404);
});
