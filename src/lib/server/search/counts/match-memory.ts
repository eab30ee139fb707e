// What a process keeps of the index: the facets of all apps, and the matches of common texts. Each read brings it up to
// date by the log of changes, so it is as new as the database. docs/decisions/007-search.md.
import type { CategoryList } from '../../platform/category-list.ts';
import type { Database } from '../../platform/db/database.ts';
import { toFts, type Expression } from '../expression.ts';
import { facetNumber, isFacetNumber, offsetOf } from './facet-number.ts';
import type { CountReader } from './kept-counts.ts';
import { createFacetTable, type FacetTable } from './facet-table.ts';
import { ownTurn } from '../own-turn.ts';
import { changesSince, entriesAfter, entriesAt, facetRowsOf, findAllPositions, lastChange, matchesAmong } from '../search-queries.ts'; // prettier-ignore

type Source = Pick<Database, 'engine' | 'read'>;

export interface MatchMemory {
  /** @param use called with all matches; it must not wait, because changes of the index move slots */
  withMatches<Result>(
    db: Source,
    expression: Expression,
    use: (slots: Uint32Array, table: FacetTable) => Result,
  ): Promise<Result>;
}

/** A reader that searches. */
export interface SearchReader extends CountReader {
  matches: MatchMemory;
  categories: CategoryList;
}

export interface MemoryLimits {
  /** Entries of one step of loading. */
  batch: number;
  /** With as many changes at once everything is loaded again. The log keeps more (`keptChanges`). */
  changes: number;
  /** Matches of a text that is kept: fewer are found as fast as they are brought up to date. */
  common: number;
  /** A kept text is dropped with more changes since its last use. */
  pending: number;
  /** Bytes of all kept matches. */
  bytes: number;
}

const defaults: MemoryLimits = {
  batch: 2_000,
  changes: 5_000,
  common: 1_000,
  pending: 100,
  bytes: 16_000_000,
};

interface Kept {
  slots: Uint32Array;
  /** Positions that have changed since its last use. */
  pending: Set<number>;
}

interface State {
  table: FacetTable;
  seen: string;
  /** By the text of the expression, the least recently used first. */
  kept: Map<string, Kept>;
  /** Changed positions of searches that are being read. */
  reading: Set<Set<number>>;
}

export function createMatchMemory(given: Partial<MemoryLimits> = {}): MatchMemory {
  const limits = { ...defaults, ...given };
  const inTurn = createTurns();
  let state: State | null = null;

  /** Has seen every change that was committed before the call. Only one caller at a time. */
  async function refresh(db: Source): Promise<State> {
    return (state = (state && (await update(db, state, limits))) ?? (await load(db, limits.batch)));
  }

  return {
    async withMatches(db, expression, use) {
      const key = toFts(expression);
      for (let tries = 1; ; tries += 1) {
        const pending = new Set<number>();
        const turn = await inTurn(async () => {
          const current = await refresh(db);
          const { kept, table, reading } = current;
          const found = kept.get(key);
          if (found) {
            // Last in the order of use.
            kept.delete(key);
            kept.set(key, found);
            await applyChanges(db, { expression, kept: found, table });
          } else reading.add(pending);
          // The next one in turn may move slots.
          return { current, known: found && { result: use(found.slots, table) } };
        });
        if (turn.known) return turn.known.result;
        const { current } = turn;
        try {
          const { slots, unknown } = current.table.slotsOf(await findAllPositions(db, expression));
          // An app was listed meanwhile, and is in the table next time.
          if (unknown > 0 && tries < maxTries) continue;
          if (slots.length >= limits.common) keep(current, key, { slots, pending }, limits.bytes);
          return use(slots, current.table);
        } finally {
          current.reading.delete(pending);
        }
      }
    },
  };
}

/** A position that is in no entry at all must not keep a search from its answer. */
const maxTries = 3;

/** Runs functions one after another. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    // The caller gets the failure.
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function load(db: Source, batch: number): Promise<State> {
  // The next update sees changes during the load.
  const seen = await lastChange(db);
  const table = createFacetTable();
  for (let after = -1; ;) {
    const entries = await entriesAfter(db.read, after, batch);
    await setRows(db, table, entries);
    const last = entries.at(-1);
    if (!last || entries.length < batch) return { table, seen, kept: new Map(), reading: new Set() };
    after = last.position;
    await ownTurn();
  }
}

/** @returns null if everything has to be loaded again */
async function update(db: Source, state: State, limits: MemoryLimits): Promise<State | null> {
  const { seen, positions } = await changesSince(db, state.seen, limits.changes);
  if (positions.length >= limits.changes) return null;
  const changed = [...new Set(positions)];
  if (changed.length > 0) {
    const { kept, reading, table } = state;
    if (await setRows(db, table, await entriesAt(db.read, changed))) kept.clear();
    for (const set of [...reading, ...[...kept.values()].map(({ pending }) => pending)])
      for (const position of changed) set.add(position);
    for (const [key, { pending }] of kept) if (pending.size > limits.pending) kept.delete(key);
  }
  state.seen = seen;
  return state;
}

type Entry = Awaited<ReturnType<typeof entriesAt>>[number];

/** @returns whether other rows have moved */
async function setRows({ read }: Source, table: FacetTable, entries: readonly Entry[]): Promise<boolean> {
  // Of an older version, or one with other facets: the next start or sweep adds their numbers (fill-facets.ts).
  const lacking = entries.filter(({ facets }) => !isFacetNumber(facets)).map(({ app_id }) => app_id);
  const rowsOf =
    lacking.length > 0
      ? Map.groupBy(await facetRowsOf(read, lacking), (row) => row.app_id)
      : new Map<string, never>();
  let hasMoved = false;
  for (const { app_id, position, facets } of entries) {
    const number = isFacetNumber(facets) ? facets : facetNumber(rowsOf.get(app_id) ?? []);
    if (table.set(position, offsetOf(number))) hasMoved = true;
  }
  return hasMoved;
}

interface Changing {
  expression: Expression;
  kept: Kept;
  table: FacetTable;
}

async function applyChanges(db: Source, { expression, kept, table }: Changing): Promise<void> {
  if (kept.pending.size === 0) return;
  const changed = [...kept.pending];
  const matching = await matchesAmong(db, expression, changed);
  const without = new Set(table.slotsOf(changed).slots);
  const rest = kept.slots.filter((slot) => !without.has(slot));
  const added = table.slotsOf(matching).slots;
  const slots = new Uint32Array(rest.length + added.length);
  slots.set(rest);
  slots.set(added, rest.length);
  kept.slots = slots;
  kept.pending.clear();
}

function keep({ kept }: State, key: string, found: Kept, bytes: number): void {
  kept.set(key, found);
  let size = 0;
  for (const { slots } of kept.values()) size += slots.byteLength;
  for (const [oldest, { slots }] of kept) {
    if (size <= bytes) break;
    kept.delete(oldest);
    size -= slots.byteLength;
  }
}
