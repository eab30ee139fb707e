// The state of the model directory: people, sessions and apps, and the operations on them.
import { categoryNames } from '../../src/lib/shared/schemas/categories.ts';

/** People and sessions are named by their index in the model, an app by the last segment of its path. */
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
  /** The code of the newest mail, and how often it was tried. */
  code: { expires: number; wrong: number; used: boolean } | null;
}

export interface ModelSession {
  person: number;
  revoked: boolean;
  /** The newest access token and the time it was made. */
  access: string;
  issued: number;
  /** Each token is the successor of the one before. */
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

/** The API's answer; the model takes from it what only the API can know, such as an id. */
export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

export interface Expected {
  status: number;
  body?: Record<string, unknown>;
}

const codeSeconds = 5 * 60;

export const categoryOf = (index: number): string => categoryNames[index % 3] ?? '';

export function openSession(
  model: Model,
  person: number,
  pair: Record<string, unknown>,
  status: number,
): Expected {
  model.sessions.push({
    person,
    revoked: false,
    access: String(pair['access']),
    issued: model.now,
    refresh: [{ value: String(pair['refresh']), used: null }],
  });
  return { status };
}

export function newCode(model: Model): ModelPerson['code'] {
  return { expires: model.now + codeSeconds * 1000, wrong: 0, used: false };
}

export function revokeAll(model: Model, person: number): void {
  for (const session of model.sessions) if (session.person === person) session.revoked = true;
}

export function personOf(model: Model, index: number): ModelPerson {
  const person = model.people[index];
  if (!person) throw new Error(`There is no person ${index}.`);
  return person;
}
