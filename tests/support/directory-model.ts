// A plain model of what the API promises about people, sessions and apps: an operation changes it and returns the
// expected answer. It has no database, no transactions and no clock but its own.
import { create, decide, findApp, update } from './directory-apps.ts';
import { applyDesk, report } from './directory-desk.ts';
import { addFactor, logInByCode, prove, removeFactor } from './directory-factors.ts';
import { isOwnerState } from '../../src/lib/shared/schemas/listing-states.ts';
import {
  newCode,
  newPerson,
  openSession,
  personOf,
  revokeAll,
  type Answered,
  type Expected,
  type Model,
  type ModelSession,
  type Operation,
} from './directory-state.ts';

const accessSeconds = 15 * 60;
const graceSeconds = 10;

const wrongTries = 5;

export function isLive(model: Model, session: ModelSession): boolean {
  return !session.revoked && model.now < session.issued + accessSeconds * 1000;
}

/** Changes the model as the operation should change the product. */
export function apply(model: Model, operation: Operation, answer: Answered): Expected {
  switch (operation.kind) {
    case 'wait':
      model.now += operation.seconds * 1000;
      return { status: 0 };
    case 'sign up':
      return signUp(model, operation, answer);
    case 'resend': {
      const person = personOf(model, operation.person);
      if (person.exists && !person.verified) person.code = newCode(model);
      return { status: 200 };
    }
    case 'verify':
      return verify(model, operation, answer);
    case 'log in': {
      const person = personOf(model, operation.person);
      if (!person.exists || person.password !== operation.password) return { status: 401 };
      if (person.suspended || person.factor) return { status: 403 };
      return openSession(model, operation.person, answer.body, 200);
    }
    case 'refresh':
      return refresh(model, operation, answer);
    case 'decide':
      return decide(model, operation.app, operation.to);
    case 'decide case':
    case 'appeal':
    case 'decide appeal':
    case 'bulk':
    case 'suspend':
    case 'undo':
      return applyDesk(model, operation, answer);
    case 'log in by code':
      return logInByCode(model, operation, answer);
    case 'log out': {
      const session = model.sessions[operation.session];
      if (session) session.revoked = true;
      return { status: 200 };
    }
    default:
      return applyAuthorized(model, operation, answer);
  }
}

type Authorized = Extract<
  Operation,
  { session: number } & { kind: Exclude<Operation['kind'], 'refresh' | 'log out'> }
>;

function applyAuthorized(model: Model, operation: Authorized, answer: Answered): Expected {
  const session = model.sessions[operation.session];
  if (!session || !isLive(model, session)) return { status: 401 };
  const person = personOf(model, session.person);
  if (operation.kind === 'report') return report(model, session.person, operation, answer);
  if (operation.kind === 'add factor') return addFactor(model, session, operation, answer);
  if (operation.kind === 'remove factor') return removeFactor(model, session, operation);
  if (operation.kind === 'prove') return prove(model, session, operation);
  if (operation.kind === 'change password') {
    if (person.password !== operation.password) return { status: 400 };
    person.password = operation.next;
    revokeAll(model, session.person);
    const opened = openSession(model, session.person, answer.body, 200);
    // The login goes on in a new session, so its proof of a second factor counts as long as before.
    Object.assign(model.sessions.at(-1) ?? {}, { factorAt: session.factorAt });
    return opened;
  }
  if (operation.kind === 'delete account') {
    if (person.password !== operation.password) return { status: 400 };
    person.exists = false;
    person.verified = false;
    person.code = null;
    Object.assign(person, newPerson);
    revokeAll(model, session.person);
    for (const app of model.apps) if (app.owner === session.person) app.alive = false;
    return { status: 200 };
  }
  if (operation.kind === 'create') {
    if (!person.verified) return { status: 403 };
    return create(model, session.person, operation, answer);
  }
  // Checked before the body, which names the app, is read.
  if (operation.kind === 'release' && !person.verified) return { status: 403 };
  const app = findApp(model, operation.app, session.person);
  if (!app) {
    // Of two names that a renaming at the same moment gave and took, either may be known.
    const isAgain = operation.kind === 'delete' && person.deleted.includes(operation.app);
    return { status: isAgain && answer.status === 200 ? 200 : 404 };
  }
  if (!person.verified || app.owner !== session.person || app.state === 'removed') return { status: 403 };
  if (operation.kind === 'delete') {
    if (!isOwnerState(app.state)) return { status: 403 };
    app.alive = false;
    person.deleted.push(app.id, app.nameId, ...app.oldNameIds, operation.app);
    return { status: 200 };
  }
  if (operation.kind === 'release') {
    if (person.restrictedBy !== null) return { status: 403 };
    app.releases.push(operation.version);
    return { status: 201, body: { version: operation.version } };
  }
  return update(model, app, operation.change);
}

function signUp(
  model: Model,
  { person: index, password }: { person: number; password: string },
  { body }: Answered,
): Expected {
  const person = personOf(model, index);
  if (!person.exists) {
    Object.assign(person, {
      exists: true,
      verified: false,
      id: body['id'],
      password,
      code: newCode(model),
      deleted: [],
    });
  }
  return { status: 201, body: { email: person.email } };
}

function verify(
  model: Model,
  { person: index, isRight }: { person: number; isRight: boolean },
  answer: Answered,
): Expected {
  const person = personOf(model, index);
  const { code } = person;
  if (!person.exists || !code || code.used || code.expires <= model.now || code.wrong >= wrongTries)
    return { status: 400 };
  code.wrong += 1;
  if (!isRight) return { status: 400 };
  code.used = true;
  person.verified = true;
  // Every session ends but the one that enters the code, and it was entered without one.
  revokeAll(model, index);
  return openSession(model, index, (answer.body['data'] ?? {}) as Record<string, unknown>, 200);
}

function refresh(
  model: Model,
  { session: index, token }: { session: number; token: number },
  answer: Answered,
): Expected {
  const session = model.sessions[index];
  const held = session?.refresh[token];
  if (!session || !held || session.revoked) return { status: 401 };
  const successor = session.refresh[token + 1];
  if (held.used === null) {
    held.used = model.now;
    session.refresh.push({ value: String(answer.body['refresh']), used: null });
  } else if (!successor || model.now - held.used > graceSeconds * 1000) {
    session.revoked = true;
    return { status: 401 };
  }
  Object.assign(session, { access: answer.body['access'], issued: model.now });
  return { status: 200, body: { refresh: session.refresh[token + 1]?.value } };
}
