// Finished answers, kept in memory until something they show changes. Why here and why so:
// docs/decisions/003-edge-cache.md.
import { systemClock, type Clock } from '../../platform/clock.ts';

export interface Cacheable {
  /** Of what the answer was made of: `app:<id>`, `apps`. */
  readonly keys: readonly string[];
  /** Whether it may be kept and given to others. */
  readonly storable: boolean;
  /** When it has to be made anew in any case; milliseconds since 1970, or Infinity. */
  readonly keptUntil: number;
  /** Bytes that it takes, without its key and its places in the indexes. */
  readonly size: number;
}

/** A longer key is a made-up one: its answer is given, and not kept. */
export const longestKey = 2_048;

/**
 * Bytes of heap, measured (edge-cache.test.ts): the key's string, its slot and its place in the map, which doubles when
 * it is full.
 */
const slotBytes = 256;
/**
 * A data key's string, its set of slots with its first place, and its place in the map; more than that only where slots
 * share it.
 */
const dataKeyBytes = 448;

/** What keeping an entry under a key takes. */
export function bytesOf(key: string, { size, keys }: Pick<Cacheable, 'size' | 'keys'>): number {
  let bytes = size + slotBytes + key.length;
  for (const dataKey of keys) bytes += dataKeyBytes + dataKey.length;
  return bytes;
}

/** A string cut from a longer one keeps all of that in memory: a short key would keep the whole target of a request. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

export interface EdgeCache<Entry extends Cacheable> {
  get(key: string): Entry | undefined;
  /** Whether `load` would make nothing: it is kept, or on its way. */
  has(key: string): boolean;
  /**
   * Gets the entry or makes it, once for all who ask while it is being made, and keeps it if it is storable.
   * One that is not storable goes to others only where `share` allows it; they make their own otherwise.
   * Whoever asks after an invalidation never gets what was begun before it.
   */
  load(key: string, make: () => Promise<Entry>, share?: (entry: Entry) => boolean): Promise<Entry>;
  /** Drops exactly the entries made of one of these, also those still being made. Returns how many it dropped. */
  invalidate(dataKeys: Iterable<string>): number;
  /** Drops everything: for when invalidations may have been missed. */
  clear(): void;
  readonly stats: { readonly entries: number; readonly bytes: number };
}

interface Slot<Entry> {
  entry: Entry;
  /** Asked for since eviction last came by. */
  used: boolean;
}

interface Flight<Entry> {
  promise: Promise<Entry>;
  /** Keys invalidated since the flight began; null once everything was. */
  invalidated: Set<string> | null;
}

/**
 * @param maxBytes 0 keeps and shares nothing. What was not used lately is dropped so that the rest stays within this
 * many bytes. 'Lately' is told as by the CLOCK algorithm (second chance): a hit sets a mark, and eviction passes over
 * what is marked once. Reordering a Map at each hit, for exact LRU, cost more than the rest of the lookup.
 */
export function createEdgeCache<Entry extends Cacheable>({
  maxBytes,
  clock = systemClock,
}: {
  maxBytes: number;
  clock?: Clock;
}): EdgeCache<Entry> {
  /** Where eviction comes by next first. */
  const slots = new Map<string, Slot<Entry>>();
  const madeOf = new Map<string, Set<string>>();
  /** Flights that a newcomer may wait for: those begun after the last invalidation. */
  const joinable = new Map<string, Flight<Entry>>();
  const underWay = new Set<Flight<Entry>>();
  let bytes = 0;

  function remove(key: string): boolean {
    const entry = slots.get(key)?.entry;
    if (!entry) return false;
    slots.delete(key);
    bytes -= bytesOf(key, entry);
    for (const dataKey of entry.keys) {
      const made = madeOf.get(dataKey);
      made?.delete(key);
      if (made?.size === 0) madeOf.delete(dataKey);
    }
    return true;
  }

  function store(asked: string, entry: Entry): void {
    remove(asked);
    const taken = bytesOf(asked, entry);
    if (taken > maxBytes || asked.length > longestKey) return;
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
    // A Map is walked in order of insertion, and what is put at its end on the way is come by once more.
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

  async function fly(key: string, flight: Flight<Entry>, make: () => Promise<Entry>): Promise<Entry> {
    try {
      const entry = await make();
      const { invalidated } = flight;
      // What was read before the invalidation may be out of date: it serves those who asked before, and nobody else.
      if (entry.storable && invalidated && !entry.keys.some((dataKey) => invalidated.has(dataKey)))
        store(key, entry);
      return entry;
    } finally {
      underWay.delete(flight);
      if (joinable.get(key) === flight) joinable.delete(key);
    }
  }

  function get(key: string): Entry | undefined {
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
    has: (key) => get(key) !== undefined || joinable.has(key),

    async load(key, make, share = (entry) => entry.storable) {
      const kept = get(key);
      if (kept) return kept;
      if (maxBytes === 0) return make();
      const joined = joinable.get(key);
      if (joined) {
        const entry = await joined.promise;
        return share(entry) ? entry : make();
      }
      const { promise, resolve, reject } = Promise.withResolvers<Entry>();
      const flight: Flight<Entry> = { promise, invalidated: new Set() };
      underWay.add(flight);
      joinable.set(key, flight);
      fly(key, flight, make).then(resolve, reject);
      return promise;
    },

    invalidate(dataKeys) {
      let dropped = 0;
      for (const dataKey of dataKeys) {
        for (const key of [...(madeOf.get(dataKey) ?? [])]) if (remove(key)) dropped += 1;
        for (const flight of underWay) flight.invalidated?.add(dataKey);
      }
      joinable.clear();
      return dropped;
    },

    clear() {
      slots.clear();
      madeOf.clear();
      bytes = 0;
      for (const flight of underWay) flight.invalidated = null;
      joinable.clear();
    },

    get stats() {
      return { entries: slots.size, bytes };
    },
  };
}
