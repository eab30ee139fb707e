// Property: whatever people do, in whatever order and at the same moment, the API answers and shows what a plain model
// of it says. What was sent at once is right when it is what some order of it would have given.
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, type Answered, type Model, type Operation } from '../support/directory-model.ts';
import {
  clear,
  firstPassword,
  newestCode,
  send,
  viewOfModel,
  viewOfProduct,
} from '../support/directory-under-test.ts';
import { scaled } from '../support/scale.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines, type EngineName } from '../support/test-product.ts';

/** Sequences under way at once, each on a product of its own: the answers about accounts take their time on purpose. */
const lanes = 6;

/** As it is drawn, before there are people, sessions and apps to speak of: numbers stand for one of those there are. */
type Drawn =
  | { kind: 'sign up' | 'resend'; person: number }
  | { kind: 'verify' | 'log in'; person: number; right: boolean }
  | { kind: 'refresh' | 'log out'; session: number; back: number }
  | { kind: 'change password' | 'delete account'; session: number; right: boolean }
  | { kind: 'create'; session: number; name: string; category: number }
  | { kind: 'update'; session: number; app: number; by: number; change: object }
  | { kind: 'release'; session: number; app: number; version: string }
  | { kind: 'delete'; session: number; app: number; by: number }
  | { kind: 'wait'; seconds: number };

const newcomer = fc.integer({ min: 2, max: 3 });
const index = fc.nat({ max: 11 });
/** Of one key, of one slug, of a slug that another one's suffix makes, reserved, and of no letters at all. */
const name = fc.constantFrom(
  'Alpha',
  'alpha',
  'ALPHA!',
  'Alpha  2',
  'Alpha 2!',
  'Àlpha?',
  'Beta',
  'Beta 3',
  'Search',
  '!!!',
);
const session = index;
const right = fc.integer({ max: 4, min: 0 }).map((number) => number > 0);
const of = <Fields>(kind: Drawn['kind'], fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Drawn>;

const cheap = [
  of('create', { session, name, category: index }),
  of('create', { session, name, category: index }),
  of('update', {
    session,
    app: index,
    by: fc.nat({ max: 3 }),
    change: fc.record(
      {
        name,
        description: fc.constantFrom('Other.', 'Another.'),
        category: index,
        version: fc.constantFrom('1', '2'),
      },
      { requiredKeys: [] },
    ),
  }),
  of('release', { session, app: index, version: fc.constantFrom('1.0', '1.1', '2.0') }),
  of('delete', { session, app: index, by: fc.nat({ max: 3 }) }),
  of('refresh', { session, back: fc.constantFrom(0, 0, 0, 1, 2) }),
];
const dear = [
  of('sign up', { person: newcomer }),
  of('verify', { person: newcomer, right }),
  of('log in', { person: index, right }),
  of('change password', { session, right }),
  of('delete account', { session, right }),
  of('log out', { session, back: fc.constantFrom(0, 0, 1) }),
];
const rare = [
  of('resend', { person: newcomer }),
  of('wait', { seconds: fc.constantFrom(1, 11, 11, 301, 901) }),
];
const atOnce = fc.oneof(
  { arbitrary: fc.oneof(...cheap), weight: 5 },
  { arbitrary: fc.oneof(...dear), weight: 1 },
);
const alone = fc.oneof(
  { arbitrary: fc.oneof(...cheap), weight: 12 },
  { arbitrary: fc.oneof(...dear), weight: 2 },
  { arbitrary: fc.oneof(...rare), weight: 1 },
);

const counts = { sequences: 0, operations: 0, races: 0, sent: new Map<string, number>() };

interface Lane {
  api: TestApi;
  clock: { now: number };
  /** Sessions of the two who stay. */
  kept: { access: string; refresh: string; password: string }[];
}

class Step implements fc.AsyncCommand<Model, Lane> {
  readonly drawn: Drawn[];
  constructor(drawn: Drawn[]) {
    this.drawn = drawn;
  }
  check = () => true;
  toString = () => this.drawn.map((one) => JSON.stringify(one)).join(' with ');

  async run(model: Model, { api, clock }: Lane): Promise<void> {
    clock.now = model.now += 1_000;
    const operations: Operation[] = [];
    for (const drawn of this.drawn) operations.push(await meant(api, model, drawn));
    // Several accounts that wait for one address are the subject of takeover.test.ts; here each person has one at most.
    const signedUp = new Set<number>();
    for (const [at, operation] of operations.entries()) {
      if (operation.kind !== 'sign up') continue;
      const { person } = operation;
      if (model.people[person]?.exists || signedUp.has(person)) operations[at] = { kind: 'resend', person };
      signedUp.add(person);
    }
    const [first] = operations;
    if (first?.kind === 'wait') {
      apply(model, first, { status: 0, body: {} });
      clock.now = model.now;
      return;
    }
    const answers = await Promise.all(operations.map((operation) => send(api, model, operation)));
    counts.operations += operations.length;
    for (const [at, { kind }] of operations.entries()) {
      const key = `${kind} ${answers[at]?.status ?? 0}`;
      counts.sent.set(key, (counts.sent.get(key) ?? 0) + 1);
    }
    if (answers.some(({ status }) => status >= 500)) throw new Error(JSON.stringify(answers));
    if (operations.length === 1 && first) checkAnswer(model, first, answers[0] ?? { status: 0, body: {} });
    else await checkRace(api, model, operations, answers);
  }
}

function checkAnswer(model: Model, operation: Operation, answer: Answered): void {
  const { status, body = {} } = apply(model, operation, answer);
  const told = Object.fromEntries(Object.keys(body).map((key) => [key, answer.body[key]]));
  if (answer.status !== status || !isDeepStrictEqual(told, body))
    throw new Error(
      `${JSON.stringify(operation)}: ${answer.status} ${JSON.stringify(answer.body)}, and not ${status} ${JSON.stringify(body)}`,
    );
}

/** Some order of the operations must give these answers, refusals being alike, and what is to be read afterwards. */
async function checkRace(
  api: TestApi,
  model: Model,
  operations: Operation[],
  answers: Answered[],
): Promise<void> {
  counts.races += 1;
  const views: unknown[] = [];
  const orders = permutations(operations.map((_, at) => at));
  for (const order of orders) {
    const copy = structuredClone(model);
    const fits = order.every((at) => {
      const [operation, answer] = [operations[at], answers[at]];
      if (!operation || !answer) return false;
      return apply(copy, operation, answer).status < 300 === answer.status < 300;
    });
    if (!fits) continue;
    const [expected, actual] = [viewOfModel(copy), await viewOfProduct(api, copy)];
    if (isDeepStrictEqual(expected, actual)) {
      Object.assign(model, copy);
      return;
    }
    views.push({ expected, actual });
  }
  throw new Error(
    `No order explains ${JSON.stringify(operations)} with ${JSON.stringify(answers)}: ${JSON.stringify(views)}`,
  );
}

function permutations(list: number[]): number[][] {
  if (list.length <= 1) return [list];
  return list.flatMap((first) =>
    permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

/** What a drawn operation means now. */
async function meant(api: TestApi, model: Model, drawn: Drawn): Promise<Operation> {
  const at = 'session' in drawn ? drawn.session % model.sessions.length : 0;
  const holder = model.people[model.sessions[at]?.person ?? 0];
  const password = (isRight: boolean) => (isRight ? (holder?.password ?? '') : 'a wrong password');
  const token = (back: number) => Math.max(0, (model.sessions[at]?.refresh.length ?? 1) - 1 - back);
  const app = ({ app: number, by }: { app: number; by: number }): string => {
    const one = model.apps[number % Math.max(1, model.apps.length)];
    if (!one) return 'no-such-app';
    return by === 0 ? one.nameId : by === 1 ? (one.oldNameIds[0] ?? one.nameId) : one.id;
  };
  switch (drawn.kind) {
    case 'sign up':
      return { kind: 'sign up', person: drawn.person, password: firstPassword };
    case 'resend':
      return { kind: 'resend', person: drawn.person };
    case 'verify': {
      const code = await newestCode(api, model.people[drawn.person]?.email ?? '');
      return {
        kind: 'verify',
        person: drawn.person,
        code: drawn.right ? code : 'WRONGXYZ',
        isRight: drawn.right,
      };
    }
    case 'log in': {
      const person = drawn.person % model.people.length;
      const own = model.people[person]?.password ?? '';
      return { kind: 'log in', person, password: drawn.right ? own : 'a wrong password' };
    }
    case 'refresh':
    case 'log out':
      return { kind: drawn.kind, session: at, token: token(drawn.back) };
    case 'change password':
      return {
        kind: 'change password',
        session: at,
        password: password(drawn.right),
        next: `password of ${model.now}`,
      };
    case 'delete account': {
      // The two who stay are never deleted.
      const isRight = drawn.right && (model.sessions[at]?.person ?? 0) > 1;
      return { kind: 'delete account', session: at, password: password(isRight) };
    }
    case 'create':
      return { kind: 'create', session: at, name: drawn.name, category: drawn.category };
    case 'update':
      return { kind: 'update', session: at, app: app(drawn), change: drawn.change };
    case 'release':
      return { kind: 'release', session: at, app: app({ app: drawn.app, by: 2 }), version: drawn.version };
    case 'delete':
      return { kind: 'delete', session: at, app: app(drawn) };
    case 'wait':
      return drawn;
  }
}

const stayers = ['ada@example.com', 'bola@example.com'];

async function openLane(engine: EngineName): Promise<Lane> {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const api = await createTestApi(engine, {
    clock: () => clock.now,
    rateLimit: false,
    wakeMail: () => undefined,
  });
  const kept = [];
  for (const email of stayers) {
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password: firstPassword });
    const { body } = await api.post('/user/verify/', { email, code: await newestCode(api, email) });
    const { data } = body as { data: { access: string; refresh: string } };
    kept.push({ ...data, password: firstPassword });
  }
  return { api, clock, kept };
}

/** A directory with the two who stay, each with one session. */
async function newModel({ api, clock, kept }: Lane): Promise<Model> {
  clock.now += 60_000;
  await clear(
    api,
    stayers,
    kept.map(({ access }) => access),
  );
  const model: Model = { now: clock.now, people: [], sessions: [], apps: [] };
  for (const [person, email] of stayers.entries()) {
    const known = kept[person];
    if (!known) throw new Error('A lane has two people.');
    let answer = await api.post('/token/refresh/', { refresh: known.refresh });
    if (answer.status !== 200) answer = await api.post('/token/', { email, password: known.password });
    const pair = answer.body as { access: string; refresh: string };
    Object.assign(known, pair);
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${pair.access}` } });
    const { id } = me.body as { id: string };
    model.people.push({ email, password: known.password, id, verified: true, exists: true, code: null });
    const refresh = [{ value: pair.refresh, used: null }];
    model.sessions.push({ person, revoked: false, access: pair.access, issued: model.now, refresh });
  }
  for (const email of ['chi@example.com', 'dayo@example.com'])
    model.people.push({ email, password: firstPassword, id: '', verified: false, exists: false, code: null });
  return model;
}

describe.each(engines)('sequences on %s', (engine) => {
  const sequences = scaled(engine === 'sqlite' ? 3_500 : 1_500);
  let open: Lane[];

  beforeAll(async () => {
    open = await Promise.all(Array.from({ length: lanes }, () => openLane(engine)));
  }, 120_000);
  afterAll(() => Promise.all(open.map(({ api }) => api.product.dispose())));

  test(`${sequences} sequences answer and show what the model does`, async () => {
    Object.assign(counts, { sequences: 0, operations: 0, races: 0, sent: new Map() });
    const began = performance.now();
    const race = fc.array(atOnce, { minLength: 2, maxLength: 3 }).map((drawn) => new Step(drawn));
    const steps = fc.commands(
      [alone.map((drawn) => new Step([drawn])), alone.map((drawn) => new Step([drawn])), race],
      {
        maxCommands: 24,
        size: 'max',
      },
    );
    const runLane = async (lane: Lane, runs: number): Promise<void> => {
      const property = fc.asyncProperty(steps, async (commands) => {
        const model = await newModel(lane);
        try {
          await fc.asyncModelRun(() => ({ model, real: lane }), commands);
          const [expected, actual] = [viewOfModel(model), await viewOfProduct(lane.api, model)];
          if (!isDeepStrictEqual(expected, actual))
            throw new Error(`Shown: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`);
        } finally {
          for (const [person, known] of lane.kept.entries())
            known.password = model.people[person]?.password ?? known.password;
          for (const session of model.sessions)
            if (session.person < 2 && !session.revoked)
              Object.assign(lane.kept[session.person] ?? {}, {
                access: session.access,
                refresh: session.refresh.at(-1)?.value,
              });
        }
        counts.sequences += 1;
        if (counts.sequences % 250 === 0)
          console.log(
            `${engine}: ${counts.sequences} sequences, ${counts.operations} operations, ${counts.races} races, ` +
              `${((performance.now() - began) / 1000).toFixed(0)} s`,
          );
      });
      // What came of a moment's chance does not come again: the first failure is the one to read.
      await fc.assert(property, { numRuns: runs, endOnFailure: true });
    };
    await Promise.all(open.map((lane) => runLane(lane, Math.ceil(sequences / lanes))));
    console.log(
      `${engine}: ${counts.sequences} sequences, ${counts.operations} operations, ${counts.races} races: no divergence. ` +
        JSON.stringify(Object.fromEntries([...counts.sent].sort())),
    );
    expect(open.flatMap(({ api }) => api.faults)).toEqual([]);
  }, 3_600_000);
});
