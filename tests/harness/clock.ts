// The time of a product under test, which a test sets. It moves a little at each look, because no code may rely on a
// clock that stands still.

export interface TestClock {
  (): number;
  advance(ms: number): void;
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** @param start a fixed time; without it the clock shows the time of this machine, until it is advanced */
export function createClock(start?: number): TestClock {
  let moved = 0;
  const look = start === undefined ? () => Date.now() + moved : () => start + (moved += 1);
  return Object.assign(look, { advance: (ms: number) => void (moved += ms) });
}
