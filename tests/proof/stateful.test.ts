// Property: for random sequences of simultaneous operations the API answers and shows what a simple model predicts.
// Simultaneous operations are correct if some order of them gives the same result.
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply } from '../support/directory-model.ts';
import type { Answered, Model, Operation } from '../support/directory-state.ts';
import { send, viewOfModel, viewOfProduct } from '../support/directory-under-test.ts';
import { alone, atOnce, resolveOperation, type Drawn } from '../support/drawn-operations.ts';
import { newModel, openLane, type Lane } from '../support/model-lanes.ts';
import { permutations, readingsOf } from '../support/model-races.ts';
import { scaled } from '../support/scale.ts';
import type { TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

/** Sequences in progress at once, each on its own product, because answers about accounts are delayed on purpose. */
const lanes = 6;

const counts = { sequences: 0, operations: 0, races: 0, sent: new Map<string, number>() };

class Step implements fc.AsyncCommand<Model, Lane> {
  readonly drawn: Drawn[];
  constructor(drawn: Drawn[]) {
    this.drawn = drawn;
  }
  check = () => true;
  toString = () => this.drawn.map((one) => JSON.stringify(one)).join(' with ');

  async run(model: Model, { api, clock, staffIds }: Lane): Promise<void> {
    clock.now = model.now += 1_000;
    const operations: Operation[] = [];
    for (const drawn of this.drawn) operations.push(await resolveOperation(api, model, drawn));
    // takeover.slow.test.ts covers several pending accounts of one address; here each person has at most one.
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
    const answers = await Promise.all(
      operations.map((operation) => send(api, model, { operation, staffIds })),
    );
    counts.operations += operations.length;
    for (const [at, { kind }] of operations.entries()) {
      const key = `${kind} ${answers[at]?.status ?? 0}`;
      counts.sent.set(key, (counts.sent.get(key) ?? 0) + 1);
    }
    if (answers.some(({ status }) => status >= 500)) throw new Error(JSON.stringify(answers));
    if (operations.length === 1 && first) {
      checkAnswer(model, first, answers[0] ?? { status: 0, body: {} });
      if (ofDesk.has(first.kind)) await checkView(api, model, first);
    } else await checkRace(api, model, operations, answers);
  }
}

/** Their answers say little of what they did. */
const ofDesk = new Set<Operation['kind']>(['decide case', 'decide appeal', 'bulk', 'suspend', 'undo']);

async function checkView(api: TestApi, model: Model, operation: Operation): Promise<void> {
  const [expected, actual] = [viewOfModel(model), await viewOfProduct(api, model)];
  if (!isDeepStrictEqual(expected, actual))
    throw new Error(
      `After ${JSON.stringify(operation)}: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`,
    );
}

function checkAnswer(model: Model, operation: Operation, answer: Answered): void {
  const { status, body = {} } = apply(model, operation, answer);
  const told = Object.fromEntries(Object.keys(body).map((key) => [key, answer.body[key]]));
  if (answer.status !== status || !isDeepStrictEqual(told, body))
    throw new Error(
      `${JSON.stringify(operation)}: ${answer.status} ${JSON.stringify(answer.body)}, and not ${status} ${JSON.stringify(body)}`,
    );
}

/** Checks that some order of the operations gives these answers and this state; error texts need not match exactly. */
async function checkRace(
  api: TestApi,
  model: Model,
  operations: Operation[],
  answers: Answered[],
): Promise<void> {
  counts.races += 1;
  const views: unknown[] = [];
  const orders = permutations(operations.map((_, at) => at));
  for (const [order, readings] of orders.flatMap((order) =>
    readingsOf(model, operations).map((one) => [order, one] as const),
  )) {
    const copy = structuredClone(model);
    const fits = order.every((at) => {
      const [operation, answer] = [readings[at], answers[at]];
      if (!operation || !answer) return false;
      const { status, body } = apply(copy, operation, answer);
      // Two bulk actions of one kind differ only in the listings that they found left to decide.
      const isSame =
        body?.['decided'] === undefined || isDeepStrictEqual(body['decided'], answer.body['decided']);
      return isSame && status < 300 === answer.status < 300;
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

describe.each(bothEngines)('Sequences of operations on %s', (engine) => {
  const sequences = scaled(engine === 'sqlite' ? 3_500 : 1_500);
  let open: Lane[] = [];

  beforeAll(async () => {
    open = await Promise.all(Array.from({ length: lanes }, () => openLane(engine)));
  }, 600_000);
  afterAll(() => Promise.all(open.map(({ api }) => api.product.dispose())));

  test(`Answers and shows what the model does in ${sequences} sequences`, async () => {
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
      // A race cannot be repeated, so the first failure is not shrunk.
      await fc.assert(property, { numRuns: runs, endOnFailure: true, includeErrorInReport: true });
    };
    await Promise.all(open.map((lane) => runLane(lane, Math.ceil(sequences / lanes))));
    console.log(
      `${engine}: ${counts.sequences} sequences, ${counts.operations} operations, ${counts.races} races: no divergence. ` +
        JSON.stringify(Object.fromEntries([...counts.sent].sort())),
    );
    expect(open.flatMap(({ api }) => api.faults)).toEqual([]);
  }, 3_600_000);
});
