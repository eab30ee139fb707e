// How many may wait in a line is a matter of time, not of length (as in CoDel, RFC 8289): a line that soon empties is a crowd that
// came at once, and all of it is let in; in one where everybody waits, only as many as will have their turn soon.

export interface GateLimits {
  /** Most that may wait where they came at once. A page takes about two milliseconds. */
  mostWaiting: number;
  /** Most that may wait once everybody waits. */
  mostStanding: number;
  /** For so long those may wait, as the last ones did; but a few always may, however long one takes. Milliseconds. */
  standingWaitMs: number;
  /** Everybody waits once the first in the line has waited for longer than `standingWaitMs` for so long. */
  standingMs: number;
  /** So long after the last refusal, what comes may be a crowd again. */
  calmMs: number;
}

/** Something in a line. */
export interface Waiting {
  /** performance.now() when it came. */
  since: number;
}

export interface Gate {
  /** Whether one more would be refused. */
  isFull(line: readonly Waiting[]): boolean;
  /** To be called after the first of the line has been taken. */
  took(line: readonly Waiting[]): void;
  /** Whether it may be forgotten: it has refused nobody lately. */
  isCalm(): boolean;
}

/** So many may always wait: people who ask, wait and ask again are no flood, and have their turn soon. */
const fewest = 16;
/** Weight of the newest turn in the mean. */
const newest = 0.1;

export function createGate({
  mostWaiting,
  mostStanding,
  standingWaitMs,
  standingMs,
  calmMs,
}: GateLimits): Gate {
  /** Since when the first in the line has always waited for too long. */
  let slowSince = Infinity;
  let standingUntil = -Infinity;
  /** Milliseconds from one turn to the next while somebody waits: how long those in front of a newcomer take. */
  let turnMs = 0;
  let lastTurn: number | undefined;

  function noteWait(line: readonly Waiting[], now: number): void {
    const slow = (line[0]?.since ?? now) + standingWaitMs;
    slowSince = now > slow ? Math.min(slowSince, slow) : Infinity;
  }

  return {
    isFull(line) {
      if (line.length < Math.min(fewest, mostStanding, mostWaiting)) return false;
      const now = performance.now();
      noteWait(line, now);
      if (now - slowSince > standingMs) standingUntil = now + calmMs;
      const most = now > standingUntil ? mostWaiting : Math.min(mostStanding, standingWaitMs / turnMs);
      if (line.length < Math.min(Math.max(most, fewest), mostWaiting)) return false;
      if (now <= standingUntil) standingUntil = now + calmMs;
      return true;
    },
    took(line) {
      const now = performance.now();
      if (lastTurn !== undefined) turnMs += (now - lastTurn - turnMs) * newest;
      lastTurn = line.length > 0 ? now : undefined;
      noteWait(line, now);
    },
    isCalm: () => performance.now() > standingUntil,
  };
}
