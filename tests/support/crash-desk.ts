// Writes of the crash proof that staff do, and appeals of owners. Their apps rest afterwards until the next check has
// found what staff and owner may do next.
import { randomInt, randomUUID } from 'node:crypto';
import { ownerAppealPath } from '../../src/lib/server/moderation/appeals/appeal-links.ts';
import { accessClaimsSchema } from '../../src/lib/shared/schemas/accounts.ts';
import type { DeskAction } from '../../src/lib/shared/schemas/moderation/cases.ts';
import type { CaseJson } from '../../src/lib/shared/schemas/moderation/decisions.ts';
import type { Connection } from './connection.ts';
import { acknowledge, type AppState, type Entry, type Ledger } from './crash-ledger.ts';
import { sessionOf } from './people.ts';

export interface Staff {
  id: string;
  access: string;
  sessionId: string;
}

export interface Desk {
  connection: Connection;
  staff: readonly Staff[];
  /** The secret of the server, from which the link of an appeal follows. */
  secret: Uint8Array;
  ledger: Ledger;
}

export function staffOf(access: string): Staff {
  const claims: unknown = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
  return { id: accessClaimsSchema.parse(claims).user_id, access, sessionId: sessionOf(access) };
}

export interface DeskStep {
  kind: string;
  /** The apps that it is about, and their states after it. */
  apps: [name: string, entry: Entry, after: AppState][];
  /** Whether a job does it, some time after the answer. */
  isBulk: boolean;
  /** @returns the status of the answer */
  send(): Promise<number>;
}

const ruling = {
  policy: 'spam',
  public_reason: 'It is spam.',
  owner_reason: 'You have listed it twice.',
} as const;

const stateOfAction: Partial<Record<DeskAction, string>> = {
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  restore: 'public',
};
const against = ['limit', 'limit', 'hold', 'remove'] as const;

const oneOf = <Item>(list: readonly Item[]): Item => {
  const one = list[randomInt(list.length)];
  if (one === undefined) throw new Error('Nothing to choose from.');
  return one;
};

/** The state of an app once staff have decided on it. */
function decided(state: NonNullable<AppState>, action: DeskAction): NonNullable<AppState> {
  const to = stateOfAction[action];
  const strikes = state.strikes + (to === undefined ? 0 : action === 'restore' ? -1 : 1);
  const shown = to === undefined ? state.shown : `${to} ${state.shown.split(' ')[1] ?? ''}`;
  return { ...state, shown, strikes, decisions: state.decisions + 1 };
}

/** What the owner has a choice about. */
export const isOwners = (state: AppState): boolean => /^(public|unlisted) /.test(state?.shown ?? '');

async function decideCase(
  { connection }: Desk,
  { access }: Staff,
  number: string,
  action: DeskAction,
): Promise<number> {
  const path = `/api/v1/desk/cases/${number}/`;
  const found = await connection.send('GET', path, undefined, access);
  if (found.status !== 200) return found.status;
  const { version } = JSON.parse(found.text) as CaseJson;
  return (await connection.send('POST', `${path}decisions/`, { version, action, ...ruling }, access)).status;
}

async function sendAppeal({ connection, ledger, secret }: Desk, decisionId: string): Promise<number> {
  const path = `/api/v1${ownerAppealPath(secret, decisionId)}/`;
  const message = 'It is not spam: we have sold it for ten years.';
  const { status } = await connection.send('POST', path, { message });
  if (status !== 201) return status;
  // The appeal is stored; whatever comes of the second request, it must not be another one.
  const again = await connection.send('POST', path, { message }).catch(() => null);
  if (again !== null && again.status !== 409 && again.status !== 503)
    ledger.unexpected.push(`A second appeal against ${decisionId}: ${again.status} ${again.text}`);
  return status;
}

/** @returns what staff or the owner do about an app whose state was decided, or that was reported; null for nothing */
export function deskStep(desk: Desk, name: string, entry: Entry): DeskStep | null {
  const { appeal, reportCase, standing } = entry.desk;
  const { state } = entry;
  if (state === null) return null;
  const step = (kind: string, after: AppState, send: () => Promise<number>): DeskStep => ({
    kind,
    apps: [[name, entry, after]],
    isBulk: false,
    send,
  });
  if (appeal) {
    const action = appeal.isStanding && randomInt(2) === 0 ? 'restore' : 'none';
    const after = { ...decided(state, action), answeredAppeals: state.answeredAppeals + 1 };
    // Nobody decides an appeal against an own decision.
    const others = desk.staff.filter(({ id }) => id !== appeal.actorId);
    return step(`appeal: ${action}`, after, () => decideCase(desk, oneOf(others), appeal.caseNumber, action));
  }
  if (standing && !standing.isAppealed && randomInt(2) === 0)
    return step('appeal', { ...state, appeals: state.appeals + 1 }, () =>
      sendAppeal(desk, standing.decisionId),
    );
  if (reportCase !== null) {
    const isPublic = state.shown.startsWith('public ');
    if (!isPublic && !standing) return null;
    const action = isPublic ? oneOf(['none', ...against] as const) : oneOf(['none', 'restore'] as const);
    const after = { ...decided(state, action), reports: 0 };
    return step(`decision: ${action}`, after, () => decideCase(desk, oneOf(desk.staff), reportCase, action));
  }
  return null;
}

/** @param free apps that no other write is about @returns a bulk action, or the undoing of one; null for neither */
export function bulkStep(desk: Desk, free: readonly string[]): DeskStep | null {
  const { connection, ledger } = desk;
  const { access } = oneOf(desk.staff);
  const entries = free.flatMap((name): [string, Entry, NonNullable<AppState>][] => {
    const entry = ledger.entries.get(name);
    return entry?.state ? [[name, entry, entry.state]] : [];
  });
  const bulk = entries.map(([, entry]) => entry.desk.standing?.bulk ?? null).find((one) => one !== null);
  if (bulk !== undefined) {
    const isOf = (entry: Entry) => entry.desk.standing?.bulk === bulk;
    const left = entries.filter(([, entry]) => isOf(entry));
    // One that staff or the owner have just acted on would have to be told apart.
    if ([...ledger.entries.values()].filter(isOf).length !== left.length) return null;
    return {
      kind: 'bulk: undo',
      apps: left.map(([name, entry, state]) => [name, entry, decided(state, 'restore')]),
      isBulk: true,
      send: async () => (await connection.send('POST', `/api/v1/desk/bulk/${bulk}/undo/`, {}, access)).status,
    };
  }
  const chosen = entries.filter(([, { desk: facts, state }]) => {
    return facts.standing === null && state?.shown.startsWith('public ') === true;
  });
  if (chosen.length < 2) return null;
  const action = oneOf(against);
  return {
    kind: `bulk: ${action}`,
    apps: chosen.map(([name, entry, state]) => [name, entry, decided(state, action)]),
    isBulk: true,
    async send() {
      const form = { action, ...ruling, listings: chosen.map(([, { id }]) => id) };
      return (await connection.send('POST', '/api/v1/desk/bulk/', form, access)).status;
    },
  };
}

/**
 * Sends a step, and notes it in the ledger.
 * @returns the apps that may be in another state now
 */
export async function takeStep({ ledger }: Desk, { apps, isBulk, kind, send }: DeskStep): Promise<string[]> {
  const group = randomUUID();
  const note = (isAcknowledged: boolean) => {
    for (const [name, entry, doubt] of apps)
      ledger.entries.set(name, { ...entry, doubt, ...(isBulk && { bulk: { group, isAcknowledged } }) });
  };
  note(false);
  const status = await send().catch(() => null);
  if (status !== null && status < 300) {
    acknowledge(ledger, kind);
    if (isBulk) note(true);
    else
      for (const [name, entry, state] of apps)
        ledger.entries.set(name, { ...entry, state, doubt: undefined });
  } else {
    ledger.unanswered += 1;
    if (status !== null && status !== 503) ledger.unexpected.push(`${kind}: ${status}`);
  }
  return apps.map(([name]) => name);
}
