// Random operations on the model directory.
import fc from 'fast-check';
import { firstPassword, newestCode } from './directory-under-test.ts';
import {
  lifecycles,
  listingStates,
  ownerStates,
  type ListingState,
} from '../../src/lib/shared/schemas/listing-states.ts';
import type { Change, Model, Operation } from './directory-state.ts';
import { cheapDesk, costlyDesk, removal, resolveDesk, suspension, type DrawnDesk } from './drawn-desk.ts';
import type { TestApi } from './test-api.ts';

/** An operation as fast-check draws it: its numbers select one of the people, sessions and apps of the model. */
export type Drawn =
  | { kind: 'sign up' | 'resend'; person: number }
  | { kind: 'verify' | 'log in'; person: number; right: boolean }
  | { kind: 'refresh' | 'log out'; session: number; back: number }
  | { kind: 'change password' | 'delete account'; session: number; right: boolean }
  | { kind: 'create'; session: number; name: string; category: number }
  | { kind: 'update'; session: number; app: number; by: number; change: object }
  | { kind: 'release'; session: number; app: number; version: string }
  | { kind: 'choose'; session: number; app: number; change: OwnerChoice; successor: number }
  | { kind: 'decide'; app: number; to: ListingState }
  | { kind: 'delete'; session: number; app: number; by: number }
  | { kind: 'wait'; seconds: number }
  | DrawnDesk;

type OwnerChoice = Pick<Change, 'state' | 'lifecycle'>;

const newcomer = fc.integer({ min: 2, max: 3 });
const index = fc.nat({ max: 11 });
/** Names with the same key, with the same slug, with the slug that a suffix makes, reserved, and without letters. */
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
const drawn = <Fields>(kind: Drawn['kind'], fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Drawn>;

const cheap = [
  drawn('create', { session, name, category: index }),
  drawn('create', { session, name, category: index }),
  drawn('update', {
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
  drawn('release', { session, app: index, version: fc.constantFrom('1.0', '1.1', '2.0') }),
  drawn('choose', {
    session,
    app: index,
    change: fc.record(
      { state: fc.constantFrom(...ownerStates), lifecycle: fc.constantFrom(...lifecycles) },
      { requiredKeys: [] },
    ),
    /** None, the empty one, or an app. */
    successor: fc.integer({ min: -2, max: 11 }),
  }),
  drawn('decide', { app: index, to: fc.constantFrom(...listingStates) }),
  drawn('delete', { session, app: index, by: fc.nat({ max: 3 }) }),
  drawn('refresh', { session, back: fc.constantFrom(0, 0, 0, 1, 2) }),
];
const costly = [
  drawn('sign up', { person: newcomer }),
  drawn('verify', { person: newcomer, right }),
  drawn('log in', { person: index, right }),
  drawn('change password', { session, right }),
  drawn('delete account', { session, right }),
  drawn('log out', { session, back: fc.constantFrom(0, 0, 1) }),
];
const rare = [
  drawn('resend', { person: newcomer }),
  drawn('wait', { seconds: fc.constantFrom(1, 11, 11, 301, 901) }),
];
/** Operations that may run at the same moment. */
export const atOnce = fc.oneof(
  { arbitrary: fc.oneof(...cheap), weight: 5 },
  { arbitrary: fc.oneof(...costly), weight: 1 },
  { arbitrary: fc.oneof(...cheapDesk), weight: 4 },
  { arbitrary: fc.oneof(...costlyDesk, suspension), weight: 1 },
);
/** Operations that run one by one. */
export const alone = fc.oneof(
  { arbitrary: fc.oneof(...cheap), weight: 12 },
  { arbitrary: fc.oneof(...costly), weight: 2 },
  { arbitrary: fc.oneof(...rare), weight: 1 },
  { arbitrary: fc.oneof(...cheapDesk), weight: 10 },
  { arbitrary: fc.oneof(...costlyDesk), weight: 2 },
  { arbitrary: fc.oneof(removal, suspension), weight: 1 },
);

/** Turns a drawn operation into one on the people, sessions and apps that exist now. */
export async function resolveOperation(api: TestApi, model: Model, drawn: Drawn): Promise<Operation> {
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
      // The two permanent people are never deleted.
      const isRight = drawn.right && (model.sessions[at]?.person ?? 0) > 1;
      return { kind: 'delete account', session: at, password: password(isRight) };
    }
    case 'create':
      return { kind: 'create', session: at, name: drawn.name, category: drawn.category };
    case 'update':
      return { kind: 'update', session: at, app: app(drawn), change: drawn.change };
    case 'choose': {
      const { successor } = drawn;
      const one = successor >= 0 ? model.apps[successor % Math.max(1, model.apps.length)] : undefined;
      const named = successor === -1 ? { replaced_by: '' } : one && { replaced_by: one.id };
      const change = { ...drawn.change, ...named };
      return { kind: 'update', session: at, app: app({ app: drawn.app, by: 2 }), change };
    }
    case 'decide':
      return { kind: 'decide', app: app({ app: drawn.app, by: 2 }), to: drawn.to };
    case 'release':
      return { kind: 'release', session: at, app: app({ app: drawn.app, by: 2 }), version: drawn.version };
    case 'delete':
      return { kind: 'delete', session: at, app: app(drawn) };
    case 'wait':
      return drawn;
    default:
      return resolveDesk(model, drawn);
  }
}
