// Limits a queue by waiting time instead of length (as CoDel does, RFC 8289). A queue that empties soon is a burst, and
// all of it is admitted. A queue that stays is saturated, and admits only as many requests as will be served soon.

export interface GateLimits {
  /** Maximum length while the queue is not saturated. A page takes about two milliseconds. */
  maxQueue: number;
  /** Maximum length while the queue is saturated. */
  maxQueueSaturated: number;
  /** Maximum expected wait while the queue is saturated, in milliseconds. `minQueue` requests may always wait. */
  saturatedWaitMs: number;
  /** The queue is saturated once its head has waited longer than `saturatedWaitMs` for this long. Milliseconds. */
  saturatedAfterMs: number;
  /** The queue stops being saturated this long after the last refusal. Milliseconds. */
  cooldownMs: number;
}

/** An entry of the queue. */
export interface Waiting {
  /** performance.now() at its arrival. */
  since: number;
}

export interface Gate {
  /** Whether one more would be refused. */
  isFull(line: readonly Waiting[]): boolean;
  /** Call after the head of the queue has been taken. */
  took(line: readonly Waiting[]): void;
  /** Whether it has refused nobody for `cooldownMs`, so that it can be discarded. */
  hasCooledDown(): boolean;
}

/** Queue length that is always allowed: people who wait for an answer and ask again are no flood. */
const minQueue = 16;
/** Weight of the newest sample in the moving average. */
const ewmaAlpha = 0.1;

export function createGate({
  maxQueue,
  maxQueueSaturated,
  saturatedWaitMs,
  saturatedAfterMs,
  cooldownMs,
}: GateLimits): Gate {
  /** When the head of the queue began to wait too long; Infinity while it does not. */
  let slowSince = Infinity;
  let saturatedUntil = -Infinity;
  /** Moving average of the milliseconds between two turns while requests wait. */
  let turnMs = 0;
  let lastTurn: number | undefined;

  function noteWait(line: readonly Waiting[], now: number): void {
    const slow = (line[0]?.since ?? now) + saturatedWaitMs;
    slowSince = now > slow ? Math.min(slowSince, slow) : Infinity;
  }

  return {
    isFull(line) {
      if (line.length < Math.min(minQueue, maxQueueSaturated, maxQueue)) return false;
      const now = performance.now();
      noteWait(line, now);
      if (now - slowSince > saturatedAfterMs) saturatedUntil = now + cooldownMs;
      const most = now > saturatedUntil ? maxQueue : Math.min(maxQueueSaturated, saturatedWaitMs / turnMs);
      if (line.length < Math.min(Math.max(most, minQueue), maxQueue)) return false;
      if (now <= saturatedUntil) saturatedUntil = now + cooldownMs;
      return true;
    },
    took(line) {
      const now = performance.now();
      if (lastTurn !== undefined) turnMs += (now - lastTurn - turnMs) * ewmaAlpha;
      lastTurn = line.length > 0 ? now : undefined;
      noteWait(line, now);
    },
    hasCooledDown: () => performance.now() > saturatedUntil,
  };
}
