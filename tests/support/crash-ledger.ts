// What a client knows of the writes that a server acknowledged, kept outside of the server.

/** The state of an app as a reader finds it; null when no app has the name. */
export type AppState = {
  description: string;
  version: string;
  releases: number;
  pictures: number;
  /** State and lifecycle. */
  shown: string;
  /** Open reports about it. */
  reports: number;
  decisions: number;
  /** Strikes for it that count. */
  strikes: number;
  appeals: number;
  answeredAppeals: number;
} | null;

/** What staff and the owner may do next, as the last check found it. */
export interface DeskFacts {
  /** Whether a bulk action that is not finished is about the app. */
  isPending: boolean;
  /** Number of the open case of its reports. */
  reportCase: string | null;
  /** Its open appeal. */
  appeal: { caseNumber: string; actorId: string | null; isStanding: boolean } | null;
  /** The decision that its state comes from. */
  standing: { decisionId: string; isAppealed: boolean; bulk: string | null } | null;
}

export const noDesk: DeskFacts = { isPending: false, reportCase: null, appeal: null, standing: null };

export interface FoundApp {
  id: string;
  state: AppState;
  desk: DeskFacts;
}

export interface Entry {
  /** The only writer that changes this app. */
  writer: number;
  id: string;
  state: AppState;
  /** The state after an unanswered write, which may have been committed, or after a bulk action. */
  doubt: AppState | undefined;
  /** The bulk action that brings the app into `doubt`, whenever its job comes to it. */
  bulk?: { group: string; isAcknowledged: boolean } | undefined;
  desk: DeskFacts;
  /** Keys of the categories that it was listed under. */
  categories: readonly string[];
}

export interface Ledger {
  entries: Map<string, Entry>;
  acknowledged: number;
  /** Acknowledged writes by their kind. */
  kinds: Map<string, number>;
  unanswered: number;
  /** Answers that are neither success nor 503, and writes that took effect twice. */
  unexpected: string[];
}

export function newLedger(): Ledger {
  return { entries: new Map(), acknowledged: 0, kinds: new Map(), unanswered: 0, unexpected: [] };
}

export function acknowledge(ledger: Ledger, kind: string): void {
  ledger.acknowledged += 1;
  ledger.kinds.set(kind, (ledger.kinds.get(kind) ?? 0) + 1);
}

/** A bulk action counts once all of its listings are decided; an unacknowledged one may be there or not. */
function allowedStates({ bulk, doubt, state }: Entry, isPending: boolean): AppState[] {
  if (doubt === undefined) return [state];
  return bulk?.isAcknowledged === true && !isPending ? [doubt] : [state, doubt];
}

/**
 * Compares the apps with the ledger, which then continues from them.
 * @returns a sentence for each app that differs from its acknowledged state, and for each bulk action done in part
 */
export function compare(ledger: Ledger, found: Map<string, FoundApp>): string[] {
  const wrong = [...found.keys()]
    .filter((name) => !ledger.entries.has(name))
    .map((name) => `${name}: unknown`);
  const groups = new Map<string, Set<string>>();
  for (const [name, entry] of ledger.entries) {
    const now = found.get(name);
    const text = JSON.stringify(now?.state ?? null);
    const isPending = now?.desk.isPending === true;
    const allowed = allowedStates(entry, isPending).map((state) => JSON.stringify(state));
    if (!allowed.includes(text)) wrong.push(`${name}: ${text}, and not ${allowed.join(' or ')}`);
    if (entry.bulk) {
      const outcome = isPending ? 'pending' : text === JSON.stringify(entry.doubt) ? 'done' : 'not begun';
      groups.set(entry.bulk.group, (groups.get(entry.bulk.group) ?? new Set()).add(outcome));
    }
    if (!now) ledger.entries.delete(name);
    else if (entry.bulk && isPending)
      ledger.entries.set(name, { ...entry, desk: now.desk, bulk: { ...entry.bulk, isAcknowledged: true } });
    else {
      const { id, state, desk } = now;
      ledger.entries.set(name, { ...entry, id, state, desk, doubt: undefined, bulk: undefined });
    }
  }
  for (const [group, outcomes] of groups)
    if (outcomes.size > 1) wrong.push(`bulk action ${group}: ${[...outcomes].join(' and ')}`);
  return wrong;
}
