// Keeps finished answers in memory until something that they show changes. Reasons: docs/decisions/003-edge-cache.md.
import type { Target } from './exchange.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { FinishedResponse } from './answer.ts';

/** A parameter of a query that an address reads. */
export interface KnownParameter {
  name: string;
  /**
   * Maps all values that give the same answer to one; '' where the answer is the same as without the parameter. Only
   * the first value is read then. Left out, all values are kept as they are.
   */
  canonical?: (value: string) => string;
}

/** Facts of an address that are known before it is rendered. */
export interface AddressFacts {
  parameters: readonly KnownParameter[];
  /** Whether the answer depends on who asks. */
  needsCaller: boolean;
  /** Whether the answer shows people's contact details, so that reading many is limited. */
  showsContacts: boolean;
}

/** @param path in its canonical form, without a query */
export type FactsOf = (path: string) => AddressFacts;

/** Which route makes an answer. It is part of the key, so that no route is given what another one made. */
export type RouteKind = 'api' | 'page' | 'unreadable';

/** @param path in its canonical form */
export const kindOf = (path: string): RouteKind =>
  path === '/api/v1' || path.startsWith('/api/v1/') ? 'api' : 'page';

/** The key under which an answer is kept. The query is one that `knownQuery` gave. */
export const cacheKey = (kind: RouteKind, { path, query }: Target): string => kind + path + query;

/**
 * The parameters that a path reads, in their canonical form, sorted by name. The answer is rendered for them and not
 * for the query that was sent, so that nothing outside of the key can change the bytes that are kept under it.
 */
export function knownQuery({ path, query }: Target, factsOf: FactsOf): string {
  if (query === '') return '';
  const { parameters } = factsOf(path);
  if (parameters.length === 0) return '';
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const { name, canonical } of parameters) {
    if (canonical) {
      const value = canonical(given.get(name) ?? '');
      if (value !== '') kept.set(name, value);
    } else {
      for (const value of given.getAll(name)) kept.append(name, value);
    }
  }
  kept.sort();
  return kept.size === 0 ? '' : `?${kept.toString()}`;
}

/** Maximum length of a key. Longer ones are made up; their answers are sent and not kept. */
const maxKeyLength = 2_048;

/**
 * Bytes of heap for a key's string, its slot and its entry in the map, which doubles when it is full. Measured.
 */
const slotBytes = 256;
/**
 * Bytes of heap for a data key's string, its set of slots and its entry in the map. Slots that share it take little
 * more.
 */
const dataKeyBytes = 448;

/** Bytes that keeping an entry takes. */
function bytesOf(key: string, { size, keys }: Pick<FinishedResponse, 'size' | 'keys'>): number {
  let bytes = size + slotBytes + key.length;
  for (const dataKey of keys) bytes += dataKeyBytes + dataKey.length;
  return bytes;
}

/** Copies a string. V8 keeps the whole of a string that a shorter one was cut from, such as a request's target. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

export type EdgeCache = ReturnType<typeof createEdgeCache>;

interface Slot {
  entry: FinishedResponse;
  /** Whether it was asked for since eviction last passed it (the mark of CLOCK). */
  used: boolean;
}

interface Flight {
  promise: Promise<FinishedResponse>;
  /** Data keys invalidated since the flight began; null once everything was. */
  invalidated: Set<string> | null;
}

/**
 * Evicts by the CLOCK algorithm (second chance): a hit sets a mark, and eviction passes over a marked entry once.
 * Reordering a Map at each hit, for exact LRU, cost more than the rest of the lookup.
 * @param maxBytes maximum of all entries together; 0 keeps and shares nothing
 */
export function createEdgeCache({ maxBytes, clock = systemClock }: { maxBytes: number; clock?: Clock }) {
  /** In the order of eviction. */
  const slots = new Map<string, Slot>();
  const madeOf = new Map<string, Set<string>>();
  /** Flights that a new caller may wait for: those begun after the last invalidation. */
  const joinable = new Map<string, Flight>();
  const underWay = new Set<Flight>();
  let bytes = 0;

  function remove(key: string): void {
    const entry = slots.get(key)?.entry;
    if (!entry) return;
    slots.delete(key);
    bytes -= bytesOf(key, entry);
    for (const dataKey of entry.keys) {
      const made = madeOf.get(dataKey);
      made?.delete(key);
      if (made?.size === 0) madeOf.delete(dataKey);
    }
  }

  function store(asked: string, entry: FinishedResponse): void {
    remove(asked);
    const taken = bytesOf(asked, entry);
    if (taken > maxBytes || asked.length > maxKeyLength) return;
    const key = ownCopy(asked);
    slots.set(key, { entry, used: false });
    bytes += taken;
    for (const dataKey of entry.keys) {
      const made = madeOf.get(dataKey);
      if (made) made.add(key);
      else madeOf.set(dataKey, new Set([key]));
    }
    evict(key);
  }

  function evict(newest: string): void {
    // A Map iterates in order of insertion, and over entries that are added meanwhile.
    for (const [key, slot] of slots) {
      if (bytes <= maxBytes) return;
      if (slot.used || key === newest) {
        slots.delete(key);
        slots.set(key, { entry: slot.entry, used: false });
      } else {
        remove(key);
      }
    }
  }

  async function fly(
    key: string,
    flight: Flight,
    make: () => Promise<FinishedResponse>,
  ): Promise<FinishedResponse> {
    try {
      const entry = await make();
      const { invalidated } = flight;
      // Reads before the invalidation may be stale: only earlier callers get the entry.
      if (entry.storable && invalidated && !entry.keys.some((dataKey) => invalidated.has(dataKey)))
        store(key, entry);
      return entry;
    } finally {
      underWay.delete(flight);
      if (joinable.get(key) === flight) joinable.delete(key);
    }
  }

  function get(key: string): FinishedResponse | undefined {
    const slot = slots.get(key);
    if (!slot) return undefined;
    if (slot.entry.keptUntil !== Infinity && slot.entry.keptUntil <= clock()) {
      remove(key);
      return undefined;
    }
    slot.used = true;
    return slot.entry;
  }

  return {
    get,
    /**
     * Gets the entry or makes it, once for all callers that come while it is being made, and keeps it if it is
     * storable. Other callers make their own where the entry says that it is not shareable. A caller that comes after
     * an invalidation never gets an entry whose making began before it.
     */
    async load(key: string, make: () => Promise<FinishedResponse>): Promise<FinishedResponse> {
      const kept = get(key);
      if (kept) return kept;
      if (maxBytes === 0) return make();
      const joined = joinable.get(key);
      if (joined) {
        const entry = await joined.promise;
        return entry.shareable ? entry : make();
      }
      const { promise, resolve, reject } = Promise.withResolvers<FinishedResponse>();
      const flight: Flight = { promise, invalidated: new Set() };
      underWay.add(flight);
      joinable.set(key, flight);
      fly(key, flight, make).then(resolve, reject);
      return promise;
    },

    /** Drops the entries made of one of these, also those being made. */
    invalidate(dataKeys: Iterable<string>): void {
      for (const dataKey of dataKeys) {
        for (const key of [...(madeOf.get(dataKey) ?? [])]) remove(key);
        for (const flight of underWay) flight.invalidated?.add(dataKey);
      }
      joinable.clear();
    },

    /** Drops everything, for when invalidations may have been missed. */
    clear(): void {
      slots.clear();
      madeOf.clear();
      bytes = 0;
      for (const flight of underWay) flight.invalidated = null;
      joinable.clear();
    },

    bytes: () => bytes,
  };
}
