// The state of the model directory: people, sessions and apps, and the operations on them.
import type { Lifecycle, ListingState, OwnerState } from '../../src/lib/shared/schemas/listing-states.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';

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
  /** By staff or a rule, not over HTTP. `app` is an id. */
  | { kind: 'decide'; app: string; to: ListingState }
  | { kind: 'wait'; seconds: number }
  | DeskOperation
  | FactorOperation;

/** `staff` is 0 or 1, `decision` an id, `apps` are ids. */
export type DeskOperation =
  /** `wasVisible`: found when everybody could see it. */
  | { kind: 'report'; session: number; app: string; wasVisible?: boolean }
  | { kind: 'decide case'; staff: number; app: string; action: CaseAction }
  | { kind: 'appeal'; decision: string }
  | { kind: 'decide appeal'; decision: string; action: 'none' | 'restore' }
  | { kind: 'bulk'; staff: number; apps: string[]; action: BulkAction }
  | { kind: 'suspend'; staff: number; person: number }
  | { kind: 'undo'; staff: number; bulk: number };

/** `code` is a recovery code. */
export type FactorOperation =
  | { kind: 'add factor'; session: number; password: string }
  | { kind: 'remove factor'; session: number; password: string }
  | { kind: 'prove'; session: number; code: string }
  | { kind: 'log in by code'; person: number; password: string; code: string };

export const caseActions = ['none', 'limit', 'hold', 'remove', 'restore', 'restrict'] as const;
export type CaseAction = (typeof caseActions)[number];
export const bulkActions = ['limit', 'hold', 'remove', 'restore'] as const;
export type BulkAction = (typeof bulkActions)[number];

export interface Change {
  name?: string;
  description?: string;
  category?: number;
  version?: string;
  state?: OwnerState;
  lifecycle?: Lifecycle;
  /** Id of an app; '' for none. */
  replaced_by?: string;
}

export interface ModelPerson {
  email: string;
  password: string;
  id: string;
  verified: boolean;
  exists: boolean;
  /** Names and ids of what the person deleted, which may be deleted again. */
  deleted: string[];
  /** The code of the newest mail, and how often it was tried. */
  code: { expires: number; wrong: number; used: boolean } | null;
  suspended: boolean;
  /** The decision that keeps the account from publishing. */
  restrictedBy: string | null;
  factor: { codes: { value: string; used: boolean }[] } | null;
}

export interface ModelSession {
  person: number;
  revoked: boolean;
  /** The newest access token and the time it was made. */
  access: string;
  issued: number;
  factorAt: number | null;
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
  state: ListingState;
  /** Whether the owner had unlisted it before it was held, limited or removed. */
  wasUnlisted: boolean;
  lifecycle: Lifecycle;
  /** Id of its successor, listed or not. */
  successor: string | null;
  /** Number of its open case, and the ids of the people who reported it. */
  openCase: string | null;
  reporters: string[];
  /** The decision that its state comes from; null for one of nobody. */
  decision: string | null;
}

/** A decision of staff. */
export interface ModelDecision {
  id: string;
  /** Id of the app; null for an account. */
  app: string | null;
  owner: number;
  ownerId: string;
  /** Index of the member of staff. */
  actor: number;
  action: CaseAction | 'suspend';
  before: ListingState;
  after: ListingState;
  strike: 'none' | 'counts' | 'revoked';
  /** Of a restoration: the decision whose strike it took back. */
  revoked: string | null;
  appeal: { caseNumber: string; state: 'open' | 'upheld' | 'reversed' } | null;
}

export interface ModelBulk {
  number: string;
  /** Index of the suspended person; null for listings. */
  suspended: number | null;
  decisions: string[];
  isUndone: boolean;
}

export interface Model {
  now: number;
  people: ModelPerson[];
  sessions: ModelSession[];
  apps: ModelApp[];
  decisions: ModelDecision[];
  bulks: ModelBulk[];
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

export const categoryOf = (index: number): string => firstCategories[index % 3] ?? '';

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
    factorAt: null,
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

/** Whether everybody finds an app: neither held nor removed, and its owner is not suspended. */
export const isVisible = (model: Model, { alive, owner, state }: ModelApp): boolean =>
  alive && state !== 'held' && state !== 'removed' && model.people[owner]?.suspended !== true;

export const isListed = (model: Model, app: ModelApp): boolean =>
  isVisible(model, app) && app.state === 'public';

/** What an account begins with. */
export const newPerson = {
  suspended: false,
  restrictedBy: null,
  factor: null,
} as const;

export function personOf(model: Model, index: number): ModelPerson {
  const person = model.people[index];
  if (!person) throw new Error(`There is no person ${index}.`);
  return person;
}
