// Random operations of staff, appeals and second factors on the model directory.
import fc from 'fast-check';
import {
  bulkActions,
  caseActions,
  type BulkAction,
  type CaseAction,
  type Model,
  type Operation,
} from './directory-state.ts';

/** As drawn: its numbers select one of what the model has. */
export type DrawnDesk =
  | { kind: 'report'; session: number; app: number }
  | { kind: 'decide case'; staff: number; app: number; action: CaseAction }
  | { kind: 'appeal'; decision: number }
  | { kind: 'decide appeal'; decision: number; action: 'none' | 'restore' }
  | { kind: 'bulk'; staff: number; apps: number[]; action: BulkAction }
  | { kind: 'suspend'; staff: number; person: number }
  | { kind: 'undo'; staff: number; bulk: number }
  | { kind: 'add factor'; session: number; right: boolean }
  | { kind: 'remove factor'; session: number; right: boolean }
  | { kind: 'prove'; session: number; code: number }
  | { kind: 'log in by code'; person: number; right: boolean; code: number };

const index = fc.nat({ max: 11 });
/** Of apps that are created where there is none to decide about. */
const names = ['Beta', 'Beta 3', 'Alpha', 'Alpha 2!'];
const staff = fc.nat({ max: 1 });
const right = fc.nat({ max: 4 }).map((number) => number > 0);
/** Few codes, so that one is often sent twice. */
const code = fc.nat({ max: 2 });

const drawn = <Kind extends DrawnDesk['kind']>(
  kind: Kind,
  fields: {
    [Key in Exclude<keyof Extract<DrawnDesk, { kind: Kind }>, 'kind'>]: fc.Arbitrary<
      Extract<DrawnDesk, { kind: Kind }>[Key]
    >;
  },
) => fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<DrawnDesk>;

const report = drawn('report', { session: index, app: index });
const decideCase = drawn('decide case', { staff, app: index, action: fc.constantFrom(...caseActions) });
const appeal = drawn('appeal', { decision: index });
const decideAppeal = drawn('decide appeal', {
  decision: index,
  action: fc.constantFrom('none', 'restore'),
});
export const cheapDesk = [
  ...[report, report, decideCase, decideCase, appeal, appeal, decideAppeal, decideAppeal],
  drawn('bulk', {
    staff,
    apps: fc.array(index, { minLength: 1, maxLength: 4 }),
    action: fc.constantFrom(...bulkActions),
  }),
  drawn('undo', { staff, bulk: index }),
  drawn('prove', { session: index, code }),
];
const addFactor = drawn('add factor', { session: index, right });
const logInByCode = drawn('log in by code', { person: index, right, code });
export const costlyDesk = [addFactor, logInByCode, logInByCode];
/** It ends all sessions, so that little else succeeds after it. */
export const suspension = drawn('suspend', { staff, person: index });
/** Not at the same moment as a login, which finds the factor in one request and misses it in the next. */
export const removal = drawn('remove factor', { session: index, right });

const at = <Item>(list: readonly Item[], number: number): Item | undefined =>
  list[number % Math.max(1, list.length)];

/** Turns a drawn operation into one on what exists now. Where there is nothing for it, it is one that makes some. */
export function resolveDesk(model: Model, drawn: DrawnDesk): Operation {
  const alive = model.apps.filter((app) => app.alive);
  const session = 'session' in drawn ? drawn.session % model.sessions.length : 0;
  const holder = model.people[model.sessions[session]?.person ?? 0];
  const passwordOf = (person: typeof holder, isRight: boolean) =>
    isRight ? (person?.password ?? '') : 'a wrong password';
  const creation = (number: number): Operation => ({
    kind: 'create',
    session: number % model.sessions.length,
    category: number,
    name: names[number % names.length] ?? '',
  });
  /** Each of the other operations needs a decision, so one is made, of every kind in turn. */
  const bulkOf = (number: number): Operation => {
    const app = at(alive, number);
    const action = at(bulkActions, number + model.decisions.length) ?? 'limit';
    return app ? { kind: 'bulk', staff: number % 2, apps: [app.id], action } : creation(number);
  };
  const appealTo = (number: number): Operation => {
    const known = model.decisions.filter(({ owner, ownerId }) => {
      const person = model.people[owner];
      return person?.exists === true && person.id === ownerId;
    });
    const open = known.filter(({ action, appeal: one }) => !one && action !== 'none' && action !== 'restore');
    // Now and then one that allows no appeal.
    const decision = at(number === 0 ? known : open, number);
    return decision ? { kind: 'appeal', decision: decision.id } : bulkOf(number);
  };
  const reportOn = (app: (typeof alive)[number] | undefined, by: number): Operation =>
    app ? { kind: 'report', session: by, app: app.id } : creation(by);
  const codeOf = (person: typeof holder, number: number) =>
    person?.factor?.codes[number]?.value ?? 'no-such-code';
  switch (drawn.kind) {
    case 'report':
      return reportOn(at(alive, drawn.app), session);
    case 'decide case': {
      const app = at(
        alive.filter(({ openCase }) => openCase !== null),
        drawn.app,
      );
      return app
        ? { ...drawn, app: app.id }
        : reportOn(at(alive, drawn.app), drawn.app % model.sessions.length);
    }
    case 'appeal':
      return appealTo(drawn.decision);
    case 'decide appeal': {
      const decision = at(
        model.decisions.filter(({ appeal: one }) => one?.state === 'open'),
        drawn.decision,
      );
      return decision ? { ...drawn, decision: decision.id } : appealTo(drawn.decision);
    }
    case 'bulk': {
      const apps = [...new Set(drawn.apps.flatMap((number) => at(alive, number)?.id ?? []))];
      return apps.length > 0 ? { ...drawn, apps: apps.sort() } : creation(drawn.apps[0] ?? 0);
    }
    case 'suspend': {
      const people = model.people.flatMap((one, number) => (one.exists && one.verified ? [number] : []));
      return { ...drawn, person: at(people, drawn.person) ?? 0 };
    }
    case 'undo':
      return model.bulks.length > 0
        ? { ...drawn, bulk: drawn.bulk % model.bulks.length }
        : bulkOf(drawn.bulk);
    case 'add factor':
    case 'remove factor':
      return { kind: drawn.kind, session, password: passwordOf(holder, drawn.right) };
    case 'prove':
      return { kind: 'prove', session, code: codeOf(holder, drawn.code) };
    case 'log in by code': {
      const person = drawn.person % model.people.length;
      const one = model.people[person];
      const password = passwordOf(one, drawn.right);
      return { kind: 'log in by code', person, password, code: codeOf(one, drawn.code) };
    }
  }
}
