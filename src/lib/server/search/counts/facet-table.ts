// The facets of all apps in memory, by position: counting a match takes nanoseconds, and reading its number from the
// database half a microsecond.

/** Rows that an empty table has room for. */
const firstRoom = 1_024;

/**
 * Rows in order of position; the number of a row is its slot. The row of an app that has gone stays, because no match
 * names it.
 */
export interface FacetTable {
  /**
   * Adds or replaces a row.
   * @param offset of the facet number from the first one of the format
   * @returns whether other rows have got new slots
   */
  set(position: number, offset: number): boolean;
  /** @returns slots of these positions in their order, and how many positions are not in the table */
  slotsOf(positions: ArrayLike<number>): { slots: Uint32Array; unknown: number };
  /** Positions of these slots, the greatest first. */
  newestFirst(slots: Iterable<number>): number[];
  /** The lower and the upper 32 bits of the offsets, by slot; replaced when the table grows. */
  bits(): { low: Int32Array; high: Int32Array };
}

export function createFacetTable(): FacetTable {
  let size = 0;
  let positions = new Float64Array(firstRoom);
  let low = new Int32Array(firstRoom);
  let high = new Int32Array(firstRoom);

  function grow(): void {
    const grown = <Rows extends Float64Array | Int32Array>(rows: Rows, larger: Rows): Rows => {
      larger.set(rows);
      return larger;
    };
    positions = grown(positions, new Float64Array(2 * size));
    low = grown(low, new Int32Array(2 * size));
    high = grown(high, new Int32Array(2 * size));
  }

  /** The first slot whose position is not smaller, near `hint`: positions of a search come in order, or nearly. */
  function lowerBound(position: number, hint: number): number {
    const at = (slot: number): number => positions[slot] ?? Infinity;
    let [from, to] = [hint, hint];
    if (from < size && at(from) < position) {
      for (let step = 1; to < size && at(to) < position; step *= 2) {
        from = to + 1;
        to += step;
      }
    } else {
      for (let step = 1; from > 0 && at(from - 1) >= position; step *= 2) {
        to = from - 1;
        from = Math.max(0, from - step);
      }
    }
    to = Math.min(to, size);
    while (from < to) {
      const middle = (from + to) >> 1;
      if (at(middle) < position) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  return {
    set(position, offset) {
      const slot = lowerBound(position, size);
      const isNew = slot === size || positions[slot] !== position;
      if (isNew) {
        if (size === positions.length) grow();
        for (const rows of [positions, low, high]) rows.copyWithin(slot + 1, slot, size);
        positions[slot] = position;
        size += 1;
      }
      // Bitwise operators work on 32 bits.
      low[slot] = offset | 0;
      high[slot] = (offset / 2 ** 32) | 0;
      return isNew && slot < size - 1;
    },
    slotsOf(wanted) {
      const slots = new Uint32Array(wanted.length);
      let found = 0;
      let slot = 0;
      for (let index = 0; index < wanted.length; index += 1) {
        const position = wanted[index] ?? 0;
        slot = lowerBound(position, slot);
        if (slot < size && positions[slot] === position) slots[found++] = slot;
      }
      return { slots: slots.subarray(0, found), unknown: wanted.length - found };
    },
    newestFirst: (slots) => [...slots].sort((one, other) => other - one).map((slot) => positions[slot] ?? 0),
    bits: () => ({ low, high }),
  };
}
