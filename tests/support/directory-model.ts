// What the API promises of people, sessions and apps, as a plain model: an operation changes it and tells what is
// answered. It has no database, no transactions and no time but its own.
import { categoryNames } from '../../src/lib/shared/schemas/categories.ts';
import { collapseSpaces, nameKey, slugify } from '../../src/lib/shared/text/text.ts';
import { reservedApiNames, reservedPaths } from '../../src/lib/shared/addresses/urls.ts';

/** People and sessions by their place in the model; an app by what stands in the address. */
export type Operation =
  | { kind: 'sign up'; person: number; password: string }
  | { kind: 'resend'; person: number }
  | { kind: 'verify'; person: number; code: string; isRight: boolean }
  | { kind: 'log in'; person: number; password: string }
  | { kind: 'refresh'; session: number; token: number }
  | { kind: 'log out'; session: number; token: number }
  | { kind: 'change password'; session: number; password: string; next: string }
  | { kind: 'delete account'; session: number; password: string }
  | { kind: 'create'; session: number; name: string; category: number }
  | { kind: 'update'; session: number; app: string; change: Change }
  | { kind: 'release'; session: number; app: string; version: string }
  | { kind: 'delete'; session: number; app: string }
  | { kind: 'wait'; seconds: number };

export interface Change {
  name?: string;
  description?: string;
  category?: number;
  version?: string;
}

export interface ModelPerson {
  email: string;
  password: string;
  id: string;
  verified: boolean;
  exists: boolean;
  /** The code that a mail brought last, and what is left of it. */
  code: { expires: number; wrong: number; used: boolean } | null;
}

export interface ModelSession {
  person: number;
  revoked: boolean;
  /** The newest access token, and when it was made. */
  access: string;
  issued: number;
  /** Each is the successor of the one before. */
  refresh: { value: string; used: number | null }[];
}

export interface ModelApp {
  id: string;
  owner: number;
  name: string;
  nameId: string;
  oldNameIds: string[];
  description: string;
  category: string;
  releases: string[];
  alive: boolean;
}

export interface Model {
  now: number;
  people: ModelPerson[];
  sessions: ModelSession[];
  apps: ModelApp[];
}

/** What the API said: what only it can know, such as an id, is taken from here. */
export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

export interface Expected {
  status: number;
  body?: Record<string, unknown>;
}

const accessSeconds = 15 * 60;
const graceSeconds = 10;
const codeSeconds = 5 * 60;
const wrongTries = 5;
const reserved = new Set([...reservedApiNames, ...reservedPaths]);

export const categoryOf = (index: number): string => categoryNames[index % 3] ?? '';

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
      return openSession(model, operation.person, answer.body, 200);
    }
    case 'refresh':
      return refresh(model, operation, answer);
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
  { kind: 'change password' | 'delete account' | 'create' | 'update' | 'release' | 'delete' }
>;

function applyAuthorized(model: Model, operation: Authorized, answer: Answered): Expected {
  const session = model.sessions[operation.session];
  if (!session || !isLive(model, session)) return { status: 401 };
  const person = personOf(model, session.person);
  if (operation.kind === 'change password') {
    if (person.password !== operation.password) return { status: 400 };
    person.password = operation.next;
    revokeAll(model, session.person);
    return openSession(model, session.person, answer.body, 200);
  }
  if (operation.kind === 'delete account') {
    if (person.password !== operation.password) return { status: 400 };
    person.exists = false;
    person.verified = false;
    person.code = null;
    revokeAll(model, session.person);
    for (const app of model.apps) if (app.owner === session.person) app.alive = false;
    return { status: 200 };
  }
  if (operation.kind === 'create') {
    if (!person.verified) return { status: 403 };
    return create(model, session.person, operation, answer);
  }
  const app = findApp(model, operation.app);
  if (!app) return { status: 404 };
  if (!person.verified || app.owner !== session.person) return { status: 403 };
  if (operation.kind === 'delete') {
    app.alive = false;
    return { status: 200 };
  }
  if (operation.kind === 'release') {
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
    Object.assign(person, { exists: true, verified: false, id: body['id'], password, code: newCode(model) });
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

function create(
  model: Model,
  owner: number,
  { name: given, category }: { name: string; category: number },
  { body }: Answered,
): Expected {
  const name = collapseSpaces(given);
  if (isNameTaken(model, name, null)) return { status: 400 };
  const app: ModelApp = {
    id: String(body['id']),
    owner,
    name,
    nameId: allocate(model, name, null),
    oldNameIds: [],
    description: 'New.',
    category: categoryOf(category),
    releases: ['0.1.0'],
    alive: true,
  };
  model.apps.push(app);
  return { status: 201, body: shown(app) };
}

function update(model: Model, app: ModelApp, change: Change): Expected {
  if (change.name !== undefined) {
    const name = collapseSpaces(change.name);
    if (isNameTaken(model, name, app)) return { status: 400 };
    if (slugify(name) !== slugify(app.name)) {
      const nameId = allocate(model, name, app);
      if (nameId !== app.nameId) {
        app.oldNameIds = [...app.oldNameIds.filter((old) => old !== nameId), app.nameId];
        app.nameId = nameId;
      }
    }
    app.name = name;
  }
  if (change.description !== undefined) app.description = change.description;
  if (change.category !== undefined) app.category = categoryOf(change.category);
  if (change.version !== undefined) app.releases[app.releases.length - 1] = change.version;
  return { status: 200, body: shown(app) };
}

/** As the API shows it. */
export function shown(app: ModelApp): Record<string, unknown> {
  return {
    id: app.id,
    name: app.name,
    name_id: app.nameId,
    description: app.description,
    category: app.category,
    version: app.releases.at(-1),
  };
}

/** By today's name_id, its id, or a name_id of before. */
function findApp(model: Model, text: string): ModelApp | undefined {
  const alive = model.apps.filter((app) => app.alive);
  return (
    alive.find((app) => app.nameId === text) ??
    alive.find((app) => app.id === text) ??
    alive.find((app) => app.oldNameIds.includes(text))
  );
}

function isNameTaken(model: Model, name: string, own: ModelApp | null): boolean {
  return model.apps.some((app) => app.alive && app !== own && nameKey(app.name) === nameKey(name));
}

function allocate(model: Model, name: string, own: ModelApp | null): string {
  const base = slugify(name) || 'app';
  const others = model.apps.filter((app) => app.alive && app !== own);
  const taken = new Set(others.flatMap((app) => [app.nameId, ...app.oldNameIds]));
  if (!taken.has(base) && !reserved.has(base)) return base;
  let suffix = 2;
  while (taken.has(`${base}-${suffix}`)) suffix += 1;
  return `${base}-${suffix}`;
}

function openSession(model: Model, person: number, pair: Record<string, unknown>, status: number): Expected {
  model.sessions.push({
    person,
    revoked: false,
    access: String(pair['access']),
    issued: model.now,
    refresh: [{ value: String(pair['refresh']), used: null }],
  });
  return { status };
}

function newCode(model: Model): ModelPerson['code'] {
  return { expires: model.now + codeSeconds * 1000, wrong: 0, used: false };
}

function revokeAll(model: Model, person: number): void {
  for (const session of model.sessions) if (session.person === person) session.revoked = true;
}

function personOf(model: Model, index: number): ModelPerson {
  const person = model.people[index];
  if (!person) throw new Error(`There is no person ${index}.`);
  return person;
}
