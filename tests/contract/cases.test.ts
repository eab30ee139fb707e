// Cases at the desk: the queue, who works on one, notes, messages and templates, and questions to the owner.
import { describe, expect, test } from 'vitest';
import { complaint, deskOf, listApp, mailedPath, report, ruling, type QueueItem } from '../harness/desk.ts';
import { day, hour, startProduct, type App, type Paged, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const staff = await people.staff('moderator');
const admin = await people.staff('admin');
const other = await people.staff('moderator');
const [desk, ofAdmin, ofOther] = [staff, admin, other].map((person) => deskOf(product, person)) as [
  ReturnType<typeof deskOf>,
  ReturnType<typeof deskOf>,
  ReturnType<typeof deskOf>,
];
const owner = await people.verified({ firstname: 'Ada', lastname: 'Obi' });

/** A new case about a new listing. */
async function opened(reason = 'spam', by = owner, reporter?: Person): Promise<QueueItem> {
  const app = await listApp(client.as(by));
  await report(client.as(reporter ?? (await people.verified())), `app:${app.id}`, { reason });
  return await desk.find(app.id, reason === 'facts' ? 'waiting' : 'open');
}
async function later(ms: number): Promise<void> {
  clock.advance(ms);
  for (const person of [staff, admin, other]) await people.prove(person);
}
const status = async (sent: Promise<{ status: number }>) => (await sent).status;

describe('The queue', () => {
  test('Is due in 24 hours for a danger and in 5 days otherwise, and the gravest reason counts', async () => {
    const app = await listApp(client.as(owner));
    const dueIn = async () => {
      const { due_at, opened_at, reason } = await desk.find(app.id);
      return [reason, Math.round((Date.parse(due_at) - Date.parse(opened_at)) / hour)];
    };
    for (const [reason, expected] of [
      ['other', ['other', 120]],
      ['spam', ['spam', 120]],
      ['impersonation', ['impersonation', 24]],
      ['scam', ['scam', 24]],
      ['stolen', ['scam', 24]],
    ] as const) {
      await report(client.as(await people.verified()), `app:${app.id}`, { reason });
      expect(await dueIn()).toEqual(expected);
    }
    expect((await desk.find(app.id)).number).toMatch(/^20260302-[2-9A-HJKMNP-TV-Z]{4}$/);
  });

  test('Begins with what is due first, says what is overdue, and filters', async () => {
    const [slow, urgent, mine] = [await opened('spam'), await opened('malware'), await opened('privacy')];
    await desk.work(mine.number, 'claim');
    await later(day + hour);
    const old = await opened('other');
    const as = client.as(staff);
    async function all(query: string): Promise<QueueItem[]> {
      const found: QueueItem[] = [];
      let next: string | null = `/desk/cases/?${query}`;
      while (next !== null) {
        const { body }: { body: Paged<QueueItem> } = await as.get<Paged<QueueItem>>(next);
        found.push(...body.results);
        ({ next } = body);
      }
      return found;
    }
    const everything = await all('');
    const due = everything.map(({ due_at }) => due_at);
    expect(due).toEqual(due.toSorted());
    expect(new Set(everything.map(({ number }) => number)).size).toBe(everything.length);
    const numbers = everything.map(({ number }) => number);
    expect(numbers.indexOf(urgent.number)).toBeLessThan(numbers.indexOf(slow.number));
    expect(everything.find(({ number }) => number === urgent.number)?.is_overdue).toBe(true);
    for (const [query, [has, hasNot]] of [
      ['reason=malware', [urgent, slow]],
      ['kind=report&reason=spam', [slow, mine]],
      ['due=overdue', [urgent, slow]],
      ['mine=1', [mine, urgent]],
      ['older_than_days=1', [slow, old]],
    ] as const) {
      const found = (await all(query)).map(({ number }) => number);
      expect([query, found.includes(has.number), found.includes(hasNot.number)]).toEqual([
        query,
        true,
        false,
      ]);
    }
    expect(await all('kind=appeal')).toEqual([]);
    expect(await status(as.get('/desk/cases/?reason=nonsense'))).toBe(400);
  });

  test('Is one case for reports of one subject that come at once', async () => {
    const app = await listApp(client.as(owner));
    const reporters = await Promise.all(Array.from({ length: 4 }, () => people.verified()));
    const sent = await Promise.all(reporters.map((by) => report(client.as(by), `app:${app.id}`)));
    expect(sent.map((one) => one.status)).toEqual([201, 201, 201, 201]);
    expect(await desk.find(app.id)).toMatchObject({ reports: 4, version: 4 });
  });
});

describe('A case', () => {
  test('Shows the subject, its owner and reporters, and what was decided before', async () => {
    const [person, reporter] = [await people.verified(), await people.verified()];
    const before = await listApp(client.as(person));
    await report(client.as(reporter), `app:${before.id}`);
    await desk.decide((await desk.find(before.id)).number, { action: 'limit' });
    const { number, subject } = await opened('scam', person, reporter);
    expect(await desk.show(number)).toMatchObject({
      kind: 'report',
      state: 'open',
      subject: { id: subject.id, name: subject.name, state: 'public', exists: true },
      owner: { id: person.id, email: person.email, is_suspended: false },
      report_list: [{ message: complaint, reporter: { id: reporter.id, email: reporter.email } }],
      other_listings: [{ id: before.id, name: before.name, state: 'limited' }],
      decisions: [{ action: 'limit', policy: ruling.policy, by: { id: staff.id } }],
      strikes: [{ policy: ruling.policy, counts: true }],
      events: [{ event: 'opened' }],
      appeal: null,
    });
    expect(await status(client.as(staff).get('/desk/cases/20261121-K7Q2/'))).toBe(404);
  });

  test('Is released and handed over by whoever holds it, or by an admin', async () => {
    const { number } = await opened();
    const taken = 'Somebody else has taken this case. Ask them to reassign it.';
    expect(await status(desk.work(number, 'claim'))).toBe(200);
    for (const [part, form] of [
      ['claim', {}],
      ['release', {}],
      ['hand-over', { to: other.id }],
      ['messages', { to: 'owner', text: 'Hello.' }],
      ['decisions', { ...ruling, action: 'remove' }],
    ] as const) {
      const { body, status: refused } = await ofOther.work(number, part, form);
      expect([part, refused, body.error]).toEqual([part, 409, taken]);
    }
    const wrong = await desk.work(number, 'hand-over', { to: owner.email });
    expect(wrong.body.fields).toEqual({ to: 'This is not the id or the email of a member of staff.' });
    expect(await status(desk.work(number, 'hand-over', { to: other.email.toUpperCase() }))).toBe(200);
    expect((await desk.show(number)).assigned_to?.id).toBe(other.id);
    expect(await status(ofAdmin.work(number, 'release'))).toBe(200);
    expect((await desk.show(number)).assigned_to).toBeNull();
    expect((await desk.work(number, 'release')).body.error).toBe('Nobody has taken this case.');
    expect((await desk.show(number)).events.map(({ event }) => event).sort()).toEqual([
      'claimed',
      'claimed',
      'handed-over',
      'opened',
      'released',
    ]);
  });

  test('Is not changed from a version that somebody else has changed', async () => {
    const { number, version } = await opened();
    await desk.work(number, 'claim');
    await desk.work(number, 'release');
    const sentence = 'This case has changed since you opened it. Look at it again.';
    for (const [part, form] of [
      ['claim', {}],
      ['hand-over', { to: other.id }],
      ['decisions', { ...ruling, action: 'remove' }],
      ['decisions/preview', { ...ruling, action: 'remove' }],
    ] as const) {
      const sent = client.as(other).post(`/desk/cases/${number}/${part}/`, { version, ...form });
      const { body, status: refused } = await sent;
      expect([part, refused, body.error]).toEqual([part, 409, sentence]);
    }
  });

  test('Is not changed once it is decided, except by notes and messages', async () => {
    const { number } = await opened();
    await desk.decide(number, { action: 'none' });
    const answers = {
      claim: await desk.work(number, 'claim'),
      'hand-over': await desk.work(number, 'hand-over', { to: other.id }),
      decisions: await desk.decide(number, { action: 'remove' }),
      question: await desk.decide(number, { action: 'ask-owner' }),
      notes: await desk.work(number, 'notes', { text: 'Seen.' }),
      messages: await desk.work(number, 'messages', { to: 'owner', text: 'Hello.' }),
    };
    expect(Object.entries(answers).map(([part, answer]) => [part, answer.status])).toEqual([
      ['claim', 409],
      ['hand-over', 409],
      ['decisions', 409],
      ['question', 409],
      ['notes', 200],
      ['messages', 200],
    ]);
    expect(answers.claim.body.error).toBe('This case is decided already.');
  });

  test('Keeps notes for staff, and mails messages in Markdown, without the other side', async () => {
    const [person, reporter] = [await people.verified(), await people.verified()];
    const { number } = await opened('spam', person, reporter);
    await desk.work(number, 'notes', { text: 'The same texts as last week.' });
    const text = 'See **this**, please.';
    for (const to of ['owner', 'reporters'])
      expect(await status(desk.work(number, 'messages', { to, text }))).toBe(200);
    for (const [to, hidden] of [
      [person, reporter],
      [reporter, person],
    ] as const) {
      const mail = await mailbox.newest(to.email);
      expect(mail.html).toContain('<strong>this</strong>');
      for (const secret of [hidden.email, complaint, 'last week']) expect(mail.raw).not.toContain(secret);
    }
    const { events } = await desk.show(number);
    expect(events.find(({ event }) => event === 'noted')).toMatchObject({
      by: { id: staff.id },
      text: 'The same texts as last week.',
    });
    expect(events.filter(({ event }) => event === 'messaged')).toHaveLength(2);
  });

  test('Is nothing for staff whom it concerns: the owner, and who has reported it', async () => {
    const own = await opened('spam', other);
    const reported = await opened('spam', owner, other);
    const sentence = 'This case is about you, or you reported it. Somebody else has to decide it.';
    const [mine] = (await ofOther.show(own.number)).report_list;
    expect(mine).toMatchObject({ message: complaint, reporter: { id: null, name: 'somebody', email: '' } });
    expect((await desk.show(own.number)).report_list[0]?.reporter.email).toContain('@');
    for (const { number } of [own, reported]) {
      for (const [part, form] of [
        ['claim', {}],
        ['messages', { to: 'owner', text: 'Hello.' }],
        ['decisions', { ...ruling, action: 'none' }],
        ['decisions/preview', { ...ruling, action: 'none' }],
      ] as const) {
        const { body, status: refused } = await ofOther.work(number, part, form);
        expect([part, refused, body.error]).toEqual([part, 403, sentence]);
      }
      expect((await ofOther.show(number)).allowed_actions).toEqual([]);
      const given = await desk.work(number, 'hand-over', { to: other.id });
      expect(given.body.error).toBe(
        'This person has a conflict of interest in this case. Choose somebody else.',
      );
      expect(await status(desk.decide(number, { action: 'none' }))).toBe(201);
    }
  });
});

describe('A question to the owner', () => {
  const question = { action: 'ask-owner', policy: 'facts', owner_reason: 'Name the company behind it.' };
  interface OwnApp extends App {
    questions: { text: string; url: string }[];
  }
  const questionsOf = async (person: Person) =>
    (await client.as(person).get<Paged<OwnApp>>('/user/listings/')).body.results.flatMap(
      ({ questions }) => questions,
    );

  test('Is mailed, stands among the own listings, and returns to staff with any answer', async () => {
    const person = await people.verified();
    const { number, subject } = await opened('spam', person);
    expect(await status(desk.decide(number, question))).toBe(201);
    expect(await desk.show(number)).toMatchObject({ state: 'waiting', assigned_to: { id: staff.id } });
    const mail = await mailbox.newest(person.email);
    expect(mail.text).toContain(question.owner_reason);
    const path = await mailedPath(mailbox, person, '/answer/');
    expect(await questionsOf(person)).toMatchObject([
      { text: question.owner_reason, url: `http://naijabuilt.test${path}` },
    ]);
    expect(await questionsOf(owner)).toEqual([]);
    const answers = `/report${path}/`;
    expect((await client.get(answers)).body).toMatchObject({
      is_waiting: true,
      staff_text: question.owner_reason,
      about: { name: subject.name },
      reports: [],
    });
    expect((await desk.decide(number, question)).body.error).toBe('This case waits for its owner already.');
    expect(await status(client.post(answers, { answer: 'mended' }))).toBe(200);
    expect((await desk.show(number)).state).toBe('open');
    expect(await questionsOf(person)).toEqual([]);
    expect((await client.get(answers)).body).toMatchObject({ is_waiting: false, staff_text: '' });
  });

  test('Returns to staff after 7 days, once', async () => {
    const { number } = await opened();
    await desk.decide(number, question);
    for (const [wait, state] of [
      [7 * day - hour, 'waiting'],
      [hour, 'open'],
      [day, 'open'],
    ] as const) {
      await later(wait);
      await product.sweep();
      expect((await desk.show(number)).state).toBe(state);
    }
    const { events } = await desk.show(number);
    expect(events.filter(({ event }) => event === 'returned')).toHaveLength(1);
  });
});

describe('Templates of replies', () => {
  interface Template {
    id: string;
    name: string;
    use: string;
    body: string;
  }
  const as = client.as(staff);
  const form = { name: 'Not yours', use: 'owner', body: 'Show us **that** it is yours.' };

  test('Are added, changed and removed', async () => {
    const added = await as.post<Template>('/desk/templates/', form);
    expect([added.status, added.body]).toEqual([201, expect.objectContaining(form)]);
    const path = `/desk/templates/${added.body.id}/`;
    expect(await status(as.patch(path, { ...form, use: 'public' }))).toBe(200);
    const all = async () => (await as.get<{ results: Template[] }>('/desk/templates/')).body.results;
    expect(await all()).toMatchObject([{ ...form, use: 'public' }]);
    expect([await status(as.delete(path)), await status(as.delete(path)), await all()]).toEqual([
      200,
      404,
      [],
    ]);
  });

  test.each([
    ['no name', { name: '' }, 'name', 'Name the template.'],
    ['no text', { body: ' ' }, 'body', 'Write the template first.'],
    ['an unknown use', { use: 'nobody' }, 'use', expect.any(String) as string],
  ])('Refuses %s', async (_what, change, field, sentence) => {
    const { body, status: refused } = await as.post('/desk/templates/', { ...form, ...change });
    expect([refused, body.fields?.[field]]).toEqual([400, sentence]);
  });
});
