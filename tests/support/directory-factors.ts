// Second factors in the model directory: an authenticator app, and recovery codes that work once.
import {
  openSession,
  personOf,
  type Answered,
  type Expected,
  type Model,
  type ModelPerson,
  type ModelSession,
} from './directory-state.ts';

const freshMs = 10 * 60_000;

export function addFactor(
  model: Model,
  session: ModelSession,
  { password }: { password: string },
  { body }: Answered,
): Expected {
  const person = personOf(model, session.person);
  if (!person.verified) return { status: 403 };
  const isFresh = session.factorAt !== null && model.now - session.factorAt < freshMs;
  if (person.factor) return { status: isFresh ? 409 : 403 };
  if (!isFresh && person.password !== password) return { status: 400 };
  const codes = (body['recovery_codes'] ?? []) as string[];
  person.factor = { codes: codes.map((value) => ({ value, used: false })) };
  session.factorAt = model.now;
  return { status: 200 };
}

export function removeFactor(
  model: Model,
  session: ModelSession,
  { password }: { password: string },
): Expected {
  const person = personOf(model, session.person);
  if (!person.verified) return { status: 403 };
  const isFresh = session.factorAt !== null && model.now - session.factorAt < freshMs;
  if (!isFresh && person.password !== password) return { status: 400 };
  if (!person.factor) return { status: 404 };
  person.factor = null;
  for (const one of model.sessions) if (one.person === session.person) one.factorAt = null;
  return { status: 200 };
}

/** @returns whether the code was unused */
function useCode(person: ModelPerson, value: string): boolean {
  const code = person.factor?.codes.find((one) => one.value === value);
  if (!code || code.used) return false;
  code.used = true;
  return true;
}

export function prove(model: Model, session: ModelSession, { code }: { code: string }): Expected {
  const person = personOf(model, session.person);
  if (!person.factor) return { status: 409 };
  if (!useCode(person, code)) return { status: 400 };
  session.factorAt = model.now;
  return { status: 200 };
}

export function logInByCode(
  model: Model,
  { person: index, password, code }: { person: number; password: string; code: string },
  { body }: Answered,
): Expected {
  const person = personOf(model, index);
  if (!person.exists || person.password !== password) return { status: 401 };
  if (person.suspended) return { status: 403 };
  if (!person.factor) return openSession(model, index, body, 200);
  if (!useCode(person, code)) return { status: 400 };
  const opened = openSession(model, index, body, 200);
  const session = model.sessions.at(-1);
  if (session) session.factorAt = model.now;
  return opened;
}
