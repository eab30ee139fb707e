// Reports of members and guests, the mailed code, the page to follow a report on, and wrong facts, which the owner
// answers first.
import { describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { complaint, deskOf, listApp, mailedPath, report, ruling, said } from '../harness/desk.ts';
import { picture } from '../harness/pictures.ts';
import { day, minute, startProduct, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });

const owner = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
const staff = await people.staff('moderator');
const desk = deskOf(product, staff);
const member = async (email?: string) =>
  client.as(await people.verified(email === undefined ? undefined : { email }));

let count = 0;
const list = (more: object = {}, by = client.as(owner)) => listApp(by, more);
const guestEmail = () => `guest${String((count += 1))}@example.com`;
const guestForm = (about: string, email: string, more: object = {}) => ({
  about,
  reason: 'impersonation',
  message: complaint,
  name: 'Bola Ade',
  email,
  ...more,
});
interface Received {
  state: string;
  number: string;
  url: string;
}
const ask = (by: Client, about: string, email: string, more: object = {}) =>
  by.post<{ state: string; request: string; expires_in: number }>('/report/', guestForm(about, email, more));
const confirm = (request: string, code: string, by = client) =>
  by.post<Received>('/report/confirm/', { request, code });
interface FollowUp {
  number: string;
  about: { kind: string; name: string; url: string | null };
  reason: string;
  state: string;
  outcome: { action: string; reason: string; policy: string; url: string } | null;
}
/** The report behind its link, as its reporter follows it. */
const follow = (url: string) => client.get<FollowUp>(url.slice(url.indexOf('/report/')).replace('?', '/?'));
const wrong = 'AAAAAAAA';

describe('A report of a member', () => {
  test('Is received at once, and mailed with a number and a link to follow it', async () => {
    const [app, reporter] = [await list(), await people.verified()];
    const { status, body } = await report(client.as(reporter), `app:${app.name_id}`, {
      reason: 'impersonation',
    });
    expect([status, body.state]).toEqual([201, 'received']);
    expect(body.number).toMatch(/^\d{8}-[2-9A-HJKMNP-TV-Z]{4}$/);
    const mail = await mailbox.newest(reporter.email);
    expect(mail.subject).toContain(body.number);
    expect(mail.links).toContain(body.url);
    expect(mail.text).not.toContain(complaint);
    expect((await follow(body.url)).body).toMatchObject({
      number: body.number,
      state: 'open',
      reason: 'impersonation',
      about: { kind: 'app', name: app.name, url: `http://naijabuilt.test/app/${app.name_id}` },
      outcome: null,
    });
    expect(await mailbox.to(owner.email)).toHaveLength(1);
  });

  test('Is one for an account, subject and reason while it is open', async () => {
    const [app, by] = [await list(), await member()];
    const answers = await Promise.all([1, 2, 3, 4].map(() => report(by, `app:${app.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const number = answers.find(({ status }) => status === 201)?.body.number ?? '';
    expect((await report(by, `app:${app.name_id}`)).body.error).toBe(
      `You have already reported this for the same reason. Your report is ${number}.`,
    );
    expect((await report(by, `app:${app.id}`, { reason: 'scam' })).status).toBe(201);
    const { number: ofCase } = await desk.find(app.id);
    await desk.decide(ofCase, { action: 'none' });
    expect((await report(by, `app:${app.id}`)).status).toBe(201);
  });

  test('Joins the open case of its subject, and shows its reporter nothing of the others', async () => {
    const app = await list();
    const first = await report(await member(), `app:${app.id}`);
    const message = 'Another one has another complaint about it.';
    const second = await report(await member(), `app:${app.id}`, { message });
    const shown = JSON.stringify((await follow(second.body.url)).body);
    for (const other of [first.body.number, complaint]) expect(shown).not.toContain(other);
    const found = await desk.find(app.id);
    expect(found.reports).toBe(2);
    expect((await desk.show(found.number)).report_list.map((one) => one.message).sort()).toEqual(
      [complaint, message].sort(),
    );
  });

  test('Is told its decision, with the words for the public', async () => {
    const [app, reporter] = [await list(), await people.verified()];
    const { body } = await report(client.as(reporter), `app:${app.id}`, { reason: 'impersonation' });
    const { number } = await desk.find(app.id);
    expect((await desk.decide(number, { action: 'hold', policy: 'impersonation' })).status).toBe(201);
    const mail = await mailbox.newest(reporter.email);
    expect(mail.subject).toContain(`${body.number} was decided`);
    expect(mail.text).toContain(`${app.name}: It is hidden until it is corrected.`);
    for (const part of [ruling.public_reason, `/moderation/${number}`]) expect(mail.text).toContain(part);
    for (const secret of [ruling.owner_reason, owner.email]) expect(mail.raw).not.toContain(secret);
    const followed = (await follow(body.url)).body;
    expect(followed).toMatchObject({
      state: 'decided',
      outcome: { action: 'hold', reason: ruling.public_reason },
    });
    const told = await mailbox.newest(owner.email);
    for (const secret of [reporter.email, complaint, body.number]) expect(told.raw).not.toContain(secret);
  });

  test('Is refused to its owner, and to somebody unverified, whom the sentence helps', async () => {
    const app = await list();
    const own = await report(client.as(owner), `app:${app.id}`);
    expect(said(own)).toBe('409 This is yours: you can change or delete it yourself.');
    const early = await report(client.as(await people.unverified()), `app:${app.id}`);
    expect(said(early)).toBe(
      '403 Verify your email address first, or log out and send it with a mailed code.',
    );
  });

  test('Is about an app, a release, a screenshot or a profile', async () => {
    const app = await list({ screenshot: await picture() });
    const [shot] = app.screenshot;
    for (const about of [
      `release:${app.current_version.id}`,
      `screenshot:${shot?.id ?? ''}`,
      `profile:${owner.id}`,
    ]) {
      expect((await report(await member(), about)).status, about).toBe(201);
      expect((await desk.find(about.split(':')[1] ?? '')).subject.kind).toBe(about.split(':')[0]);
    }
  });

  test('Is refused about what visitors do not see', async () => {
    const app = await list({ screenshot: await picture() });
    const by = await member();
    await report(by, `app:${app.id}`);
    await desk.decide((await desk.find(app.id)).number, { action: 'hold' });
    const abouts = [
      'app:nothing',
      `app:${app.name_id}`,
      `app:${app.id}`,
      `release:${app.current_version.id}`,
    ];
    abouts.push(`screenshot:${app.screenshot[0]?.id ?? ''}`, `profile:${(await people.unverified()).id}`);
    for (const about of abouts) {
      const { status, body } = await report(by, about);
      expect([about, status, body.error]).toEqual([
        about,
        404,
        'This cannot be reported: it is not, or no longer, on the site.',
      ]);
    }
    const email = guestEmail();
    expect((await ask(client, `app:${app.id}`, email)).status).toBe(404);
    expect(await mailbox.to(email)).toEqual([]);
  });
});

describe('The form of a report', () => {
  const short = 'Describe what is wrong in 20 characters or more.';
  const link = 'Enter a link that begins with http:// or https://, or leave it empty.';
  const app = list();
  test.each([
    ['19 characters', { message: 'x'.repeat(19) }, 'message', short],
    ['a message that cannot be seen', { message: '\u200b'.repeat(30) }, 'message', short],
    [
      '4,001 characters',
      { message: 'x'.repeat(4_001) },
      'message',
      'Use 4000 characters at most for the message.',
    ],
    ['an unknown reason', { reason: 'boring' }, 'reason', 'Choose a reason.'],
    ['a link that runs code', { link: 'javascript:alert(1)' }, 'link', link],
    ['a link into the network of the server', { link: 'http://127.0.0.1/' }, 'link', link],
    [
      'no subject',
      { about: 'user:x' },
      'about',
      'Open the page that you want to report, and press Report there.',
    ],
    ['no name', { name: '' }, 'name', 'Enter your name.'],
    ['no address', { email: '' }, 'email', 'Enter your email address.'],
    [
      'a header in the address',
      { email: 'a@example.com\r\nBcc: b@example.com' },
      'email',
      'This email address contains an invisible character. Delete it and type it again.',
    ],
  ])('Refuses %s beside the field', async (_what, change, field, sentence) => {
    const { status, body } = await ask(client, `app:${(await app).id}`, guestEmail(), change);
    expect([status, body.fields?.[field], body.error]).toEqual([400, sentence, sentence]);
  });

  test('Takes 20 and 4,000 characters, also of emoji', async () => {
    const about = `app:${(await app).id}`;
    const longest = '🦓'.repeat(4_000);
    expect((await report(await member(), about, { reason: 'other', message: longest })).status).toBe(201);
    expect((await report(await member(), about, { message: 'x'.repeat(20) })).status).toBe(201);
    const { report_list: reports } = await desk.show((await desk.find((await app).id)).number);
    expect(reports.map(({ message }) => message)).toContain(longest);
  });
});

describe('A report of a guest', () => {
  test('Begins when the mailed code is entered, and the mail holds nothing that was typed', async () => {
    const [app, email] = [await list(), guestEmail()];
    const { status, body } = await ask(client, `app:${app.name_id}`, email);
    expect([status, body.state, body.expires_in]).toEqual([202, 'code-mailed', 30 * 60]);
    const mail = await mailbox.newest(email);
    for (const typed of [complaint, 'Bola', app.name]) expect(mail.raw).not.toContain(typed);
    await expect(desk.find(app.id)).rejects.toThrow('No case');
    const refused = await confirm(body.request, wrong);
    const sentence =
      'This code is wrong, already used, or expired. Check the mail, or send the report again.';
    expect([refused.status, refused.body.fields]).toEqual([400, { code: sentence }]);
    const received = await confirm(body.request, ` ${mail.code.toLowerCase()} `);
    expect([received.status, received.body.state]).toEqual([201, 'received']);
    expect((await follow(received.body.url)).body.number).toBe(received.body.number);
    const { report_list: reports } = await desk.show((await desk.find(app.id)).number);
    expect(reports).toMatchObject([{ message: complaint, reporter: { id: null, name: 'Bola Ade', email } }]);
    expect((await confirm(body.request, mail.code)).status).toBe(400);
  });

  test('Is lost after five wrong codes, also when they come at once', async () => {
    const [app, four, five] = [await list(), guestEmail(), guestEmail()];
    const about = `app:${app.name_id}`;
    for (const [email, tries, status] of [
      [four, 4, 201],
      [five, 5, 400],
    ] as const) {
      const { request } = (await ask(client, about, email)).body;
      const code = await mailbox.code(email);
      await Promise.all(Array.from({ length: tries }, () => confirm(request, wrong)));
      expect((await confirm(request, code)).status).toBe(status);
    }
  });

  test('Opens with its own code only, within 30 minutes', async () => {
    const [app, one, other] = [await list(), guestEmail(), guestEmail()];
    const { request } = (await ask(client, `app:${app.name_id}`, one)).body;
    const late = (await ask(client, `app:${app.name_id}`, other)).body.request;
    const [code, ofOther] = [await mailbox.code(one), await mailbox.code(other)];
    expect((await confirm(request, ofOther)).status).toBe(400);
    for (const forged of [
      'x',
      request.slice(1),
      `${request}A`,
      `${request.startsWith('B') ? 'C' : 'B'}${request.slice(1)}`,
    ])
      expect((await confirm(forged, code)).status).toBe(400);
    clock.advance(29 * minute);
    expect((await confirm(request, code)).status).toBe(201);
    clock.advance(minute);
    expect((await confirm(late, ofOther)).status).toBe(400);
  });

  test('Counts as that of the account with its address', async () => {
    const [app, person] = [await list(), await people.verified()];
    await report(client.as(person), `app:${app.id}`, { reason: 'impersonation' });
    const { request } = (await ask(client, `app:${app.id}`, person.email.toUpperCase())).body;
    expect((await confirm(request, await mailbox.code(person.email))).status).toBe(409);
  });

  test('Is told its decision, as is each of many others', async () => {
    const app = await list();
    const emails = Array.from({ length: 25 }, guestEmail);
    for (const email of emails) {
      const { request } = (await ask(client, `app:${app.id}`, email)).body;
      await confirm(request, await mailbox.code(email));
    }
    const { number } = await desk.find(app.id);
    await desk.preview(number, { action: 'limit' });
    const told = async () =>
      await Promise.all(
        emails.map(
          async (email) =>
            (await mailbox.to(email)).filter((mail) => mail.text.includes('was decided')).length,
        ),
      );
    expect(await told()).toEqual(emails.map(() => 0));
    await desk.decide(number, { action: 'limit' });
    await product.work();
    expect(await told()).toEqual(emails.map(() => 1));
  });

  test('Loses who its guest was 400 days after the decision', async () => {
    const [app, email] = [await list(), guestEmail()];
    const { request } = (await ask(client, `app:${app.id}`, email)).body;
    await confirm(request, await mailbox.code(email));
    const { number } = await desk.find(app.id);
    await desk.decide(number, { action: 'none' });
    const reported = async () => (await desk.show(number)).report_list[0];
    for (const [after, kept] of [
      [399, { message: complaint, reporter: { id: null, name: 'Bola Ade', email } }],
      [2, { message: '', reporter: { id: null, name: '', email: '' } }],
    ] as const) {
      clock.advance(after * day);
      await product.sweep();
      await people.logIn(staff);
      expect(await reported()).toMatchObject(kept);
    }
    await people.logIn(owner);
  });
});

describe('The page of a report', () => {
  test('Is found with its key alone', async () => {
    const [app, by] = [await list(), await member()];
    const { body } = await report(by, `app:${app.id}`);
    const wrongKey = await client.get(`/report/${body.number}/?key=${'x'.repeat(43)}`);
    const none = await client.get('/report/20261121-K7Q2/?key=x');
    expect([wrongKey.status, wrongKey.body]).toEqual([404, none.body]);
    const page = await client.page(body.url);
    expect(page.text).toContain('Our staff are looking at it.');
    expect(page.one('meta[name="robots"]').attribute('content')).toBe('noindex');
    expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    const refused = await client.page(
      body.url.replace(/key=(.)/, (_, first) => `key=${first === '_' ? '-' : '_'}`),
    );
    expect([refused.status, refused.html.includes(app.name)]).toEqual([404, false]);
  });
});

describe('Without JavaScript', () => {
  const form = (about: string, more: Record<string, string> = {}) => ({
    ...(guestForm(about, 'bola@example.com') as Record<string, string>),
    link: '',
    ...more,
  });
  const located = ({ headers }: { headers: Headers }) => headers.get('location') ?? '';

  test('Every subject leads to the form, which search engines leave out', async () => {
    const app = await list();
    for (const [path, about] of [
      [`/app/${app.name_id}`, `app:${app.name_id}`],
      [`/app/${app.name_id}/versions`, `release:${app.current_version.id}`],
      [`/user/${owner.id}`, `profile:${owner.id}`],
    ] as const) {
      const link = `/report?about=${encodeURIComponent(about)}`;
      expect((await client.page(path)).has(`a[href="${link}"]`), path).toBe(true);
      expect((await client.page(link)).one('meta[name="robots"]').attribute('content')).toBe('noindex');
    }
    expect((await client.page('/report?about=app%3Anothing')).status).toBe(404);
  });

  test('A refused form comes back with everything that was typed, as text', async () => {
    const app = await list();
    const message = '<script>alert(1)</script> & "card numbers" are asked for.';
    const page = await client.submit(
      '/report',
      form(`app:${app.name_id}`, { message, link: 'ftp://files.example.com', reason: '' }),
    );
    expect(page.status).toBe(400);
    expect(page.one('textarea[name="message"]').text).toBe(message);
    for (const [name, value] of [
      ['name', 'Bola Ade'],
      ['email', 'bola@example.com'],
      ['link', 'ftp://files.example.com'],
    ] as const)
      expect(page.one(`input[name="${name}"]`).attribute('value')).toBe(value);
    for (const sentence of ['Choose a reason.', 'Enter a link that begins with http:// or https://'])
      expect(page.text).toContain(sentence);
    expect(page.html).not.toContain('<script>alert');
    // The browser may keep it for going back; nobody else may.
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('A wrong code keeps the report, and the right one leads to its page', async () => {
    const [app, email] = [await list(), guestEmail()];
    const codePage = located(await client.submit('/report', form(`app:${app.name_id}`, { email })));
    const { pathname, searchParams } = new URL(codePage, 'http://naijabuilt.test');
    expect(pathname).toBe('/report/code');
    const { request = '', about = '' } = Object.fromEntries(searchParams);
    const refused = await client.submit('/report/code', { request, about, code: wrong });
    expect([refused.status, refused.one('input[name="request"]').attribute('value')]).toEqual([400, request]);
    expect(refused.has(`a[href="/report?about=${encodeURIComponent(about)}"]`)).toBe(true);
    const received = await client.submit('/report/code', { request, code: await mailbox.code(email) });
    expect([received.status, (await client.page(located(received))).status]).toEqual([303, 200]);
  });

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from another site by an old browser', { origin: 'https://evil.example' }, 403],
    ['of JSON', { 'content-type': 'application/json' }, 415],
    ['of files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['from the own site', { 'sec-fetch-site': 'same-origin' }, 400],
    ['from a page that names no origin', { origin: 'null' }, 400],
  ])('Answers a form %s with a status of its own', async (_name, headers, status) => {
    const sent = form(`profile:${owner.id}`, { reason: '' });
    expect((await client.submit('/report', sent, headers)).status).toBe(status);
  });

  test('Refuses a form of more than 64 KB, and a form where there is none', async () => {
    expect((await client.submit('/report', form('app:x', { message: 'x'.repeat(70_000) }))).status).toBe(413);
    for (const path of ['/', '/about', '/report/20261122-2222', '/moderation/20261122-2222'])
      expect([path, (await client.submit(path, form('app:x'))).status]).toEqual([path, 405]);
  });
});

describe('Wrong facts and broken links', () => {
  /** A listing of a new owner with a report that waits for the owner. */
  async function asked(reason = 'facts', message = complaint) {
    const person = await people.verified();
    const app = await list({}, client.as(person));
    const reporter = await people.verified();
    const { body } = await report(client.as(reporter), `app:${app.id}`, { reason, message });
    return { app, person, reporter, url: body.url, path: await mailedPath(mailbox, person, '/answer/') };
  }
  const answers = (path: string) => client.get(`/report${path}/`);
  const answer = (path: string, value: string) => client.post(`/report${path}/`, { answer: value });

  test.each(['facts', 'broken-link'])(
    'Ask the owner by mail first, without the reporter: %s',
    async (reason) => {
      const message =
        'See https://evil.example/login or evil.example.com, or call tel:+234800. It is free now.';
      const { app, path, person, reporter, url } = await asked(reason, message);
      expect((await desk.find(app.id, 'waiting')).waits_until).not.toBeNull();
      expect((await client.page(url)).text).toContain('The owner was asked to correct it.');
      const mail = await mailbox.newest(person.email);
      for (const hidden of ['evil', 'tel:', reporter.email]) expect(mail.raw).not.toContain(hidden);
      expect(mail.text).toContain('[link]');
      const page = await client.page(path);
      expect([page.status, page.text.includes('It is free now.')]).toEqual([200, true]);
      expect(page.html).not.toContain(reporter.email);
      const { body } = await answers(path);
      expect(body).toMatchObject({
        is_waiting: true,
        about: { name: app.name },
        reports: [{ reason, message }],
      });
    },
  );

  test('Are settled by the owner who mends them, once, without a login', async () => {
    const { app, path, person, reporter } = await asked();
    expect((await client.submit(path, { answer: 'maybe' })).status).toBe(400);
    const sent = await client.submit(path, { answer: 'mended' });
    expect([sent.status, sent.headers.get('location')?.endsWith(path)]).toEqual([303, true]);
    expect((await client.page(path)).text).toContain(
      'Thank you. This has been answered or decided, and there is nothing more for you to do.',
    );
    expect((await answers(path)).body).toMatchObject({ is_waiting: false, reports: [] });
    const again = await answer(path, 'right');
    expect(said(again)).toBe('409 This has already been answered or decided.');
    const told = await mailbox.newest(reporter.email);
    expect(told.text).toContain('The owner has corrected it.');
    expect(told.text).not.toContain(person.email);
    // Whoever reports the same again is not sent to the owner.
    await report(client.as(reporter), `app:${app.id}`, { reason: 'facts' });
    expect((await desk.find(app.id)).waits_until).toBeNull();
  });

  test('Come to staff where the owner says that they are right', async () => {
    const { app, path } = await asked();
    expect((await answer(path, 'right')).status).toBe(200);
    expect((await desk.find(app.id)).state).toBe('open');
  });

  test('Come to staff after 14 days without an answer, and at once with another reason', async () => {
    const [silent, worse] = [await asked(), await asked()];
    expect((await report(await member(), `app:${worse.app.id}`, { reason: 'broken-link' })).status).toBe(201);
    expect((await desk.find(worse.app.id, 'waiting')).reports).toBe(2);
    expect((await report(await member(), `app:${worse.app.id}`, { reason: 'spam' })).status).toBe(201);
    expect((await desk.find(worse.app.id)).reports).toBe(3);
    clock.advance(14 * day - minute);
    await people.prove(staff);
    await product.sweep();
    expect((await desk.find(silent.app.id, 'waiting')).state).toBe('waiting');
    clock.advance(minute);
    await product.sweep();
    const { number } = await desk.find(silent.app.id);
    expect((await desk.show(number)).events.map(({ event }) => event)).toContain('returned');
    expect((await answer(silent.path, 'mended')).status).toBe(409);
  });

  test('Open with the mailed link alone, which opens nothing else', async () => {
    const { path } = await asked();
    const token = path.slice('/answer/'.length);
    for (const at of [0, 10, 30, 52]) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect((await client.page(`/answer/${changed}`)).status).toBe(404);
    }
    const sent = { message: complaint };
    expect((await client.get(`/appeal/${token}/`)).status).toBe(404);
    expect((await client.post(`/appeal/${token}/`, sent)).status).toBe(404);
    expect((await client.submit(`/appeal/${token}`, sent)).status).toBe(404);
    expect((await confirm(token, wrong)).status).toBe(400);
  });
});

describe('Limits of reports', () => {
  const { mailbox: mails, people: crowd } = limited;
  const at = (address: string) => limited.client.from(address);
  const about = (async () => `app:${(await listApp(limited.client.as(await crowd.verified()))).id}`)();
  const send = async (address: string, email: string) => await ask(at(address), await about, email);
  const mod = crowd.staff('moderator');
  async function restrict(form: object): Promise<void> {
    const by = limited.client.as(await mod);
    const sent = { action: 'report', effect: 'deny', reason: 'False reports.', ...form };
    expect((await by.post('/desk/restrictions/', sent)).status).toBe(201);
  }

  test('A mailbox gets five codes a day from one network, and ten from all together', async () => {
    const email = 'victim@example.com';
    for (let sent = 0; sent < 5; sent += 1)
      expect((await send(`203.0.113.${String(sent)}`, email)).status).toBe(202);
    const { status, body } = await send('203.0.113.9', email);
    expect([status, body.error]).toEqual([429, 'Too many codes were mailed to this address today.']);
    // Others are not told, because it would tell them that somebody reports with this address.
    for (let network = 0; network < 9; network += 1)
      expect((await send(`198.51.${String(network)}.1`, email)).status).toBe(202);
    expect(await mails.to(email)).toHaveLength(10);
  });

  test('Aliases of one mailbox share its limit', async () => {
    for (const alias of ['a.lias', 'al.ias+1', 'alias+2', 'ALIAS+3', 'a.l.i.a.s'])
      expect((await send('203.0.114.1', `${alias}@gmail.com`)).status).toBe(202);
    expect((await send('203.0.114.1', 'alias+9@googlemail.com')).status).toBe(429);
  });

  test('A restriction of an address or a network keeps its people from reporting', async () => {
    await restrict({ kind: 'email', pattern: '*@spam.example' });
    await restrict({ kind: 'network', pattern: '198.18.7.0/24' });
    const { status, body } = await send('198.18.1.1', 'one@spam.example');
    expect([status, body.error]).toEqual([
      403,
      'You cannot send reports at the moment. If this is a mistake, write to hello@naijabuilt.example.',
    ]);
    expect((await send('198.18.7.9', 'two@example.com')).status).toBe(403);
    expect((await send('198.18.8.9', 'two@example.com')).status).toBe(202);
    expect(await mails.to('one@spam.example')).toEqual([]);
  });

  test.each([
    ['restricted', 'with its address', (email: string) => email],
    ['suspended', 'with its address', (email: string) => email],
    ['suspended', 'with an alias', (email: string) => email.replace('@', '+1@')],
  ])('A %s account cannot report as a guest %s', async (how, _what, aliasOf) => {
    const person: Person = await crowd.verified();
    if (how === 'restricted') await restrict({ kind: 'account', pattern: person.id });
    else {
      const by = limited.client.as(await mod);
      const form = { ...ruling, action: 'suspend', account: person.id };
      expect((await by.post('/desk/bulk/', form)).status).toBe(201);
    }
    // The same as for every address, because it must not tell who has an account.
    const { status, body } = await send('198.18.20.1', aliasOf(person.email));
    expect(status).toBe(202);
    const code = await mails.code(aliasOf(person.email));
    expect((await confirm(body.request, code, at('198.18.20.1'))).status).toBe(403);
  });
});
