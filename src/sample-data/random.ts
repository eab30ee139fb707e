/** A stream of numbers that depends on nothing but its seed, so that a drawing is the same on every machine. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError on an empty list */
  pick<Item>(list: readonly Item[]): Item;
  /** `count` different items in random order, or all of them when the list is shorter. */
  some<Item>(list: readonly Item[], count: number): Item[];
}

/** FNV-1a of the seed, then mulberry32. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(list) {
      const item = list[int(0, list.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    some(list, count) {
      const rest = [...list];
      const chosen = [];
      while (chosen.length < count && rest.length > 0)
        chosen.push(...rest.splice(int(0, rest.length - 1), 1));
      return chosen;
    },
  };
}
