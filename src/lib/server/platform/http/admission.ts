// Lets no more in than can be answered soon. Without it, twice the load that the process can take would make everybody wait,
// longer each second, until nobody is answered in time; so those beyond a short queue are told at once to come back.
// Rendering is work for the one thread, so a request that begins to render at once keeps those behind it from being read at
// all. Here one begins a turn of the event loop: in between the others are read, and refused where the queue is full.
// How long a queue may be is a matter of time, not of length (as in CoDel, RFC 8289): one that soon empties is a crowd that
// came at once, and all of it is let in; in one where everybody waits, only as many as will have their turn soon.

/** Thrown to whoever is not let in. */
export class Overloaded extends Error {}

/** One for all: many get it when there is no time to note where it came from. */
const overloaded = new Overloaded();

export interface Admission {
  /** Whether `run` would refuse now. */
  isFull(): boolean;
  /**
   * Runs `work` when its turn comes, and counts it as running until it is done.
   * @throws Overloaded at once when too many wait already
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * As `run`, for a write, which may take long through no fault of ours, such as an upload: it waits for its turn and counts no
   * more. Many begin in one turn, so that they come to the database together and share a commit.
   */
  enter(): Promise<void>;
}

interface Options {
  /** Requests of each kind that may wait where they came at once. A page takes about two milliseconds. */
  mostWaiting?: number;
  /** Requests that may wait to be rendered once everybody waits. */
  mostStanding?: number;
  /** For so long those may wait, as the last ones did; but a few always may, however long one takes. */
  standingWaitMs?: number;
  /** Everybody waits once the first in the queue has waited for longer than `standingWaitMs` for so long. */
  standingMs?: number;
  /** So long after the last refusal, what comes may be a crowd again. */
  calmMs?: number;
  /** Requests under way: those that wait for the database, mostly. */
  mostRunning?: number;
}

/** So many writes begin in one turn, and no more after so many milliseconds: others want to be read as well. */
const burst = 16;
const burstMs = 2;
/** So many may always wait to be rendered: people who ask, wait and ask again are no flood, and have their turn soon. */
const fewest = 16;
/** Weight of the newest turn in the mean. */
const newest = 0.1;

export function createAdmission({
  mostWaiting = 512,
  mostStanding = 32,
  standingWaitMs = 40,
  standingMs = 100,
  calmMs = 1_000,
  mostRunning = 64,
}: Options = {}): Admission {
  const renders: { begin: () => void; since: number }[] = [];
  const writes: (() => void)[] = [];
  let running = 0;
  let scheduled = false;
  /** Since when the first in the queue has always waited for too long. */
  let slowSince = Infinity;
  let standingUntil = 0;
  /** Milliseconds from one turn to the next while somebody waits: how long those in front of a newcomer take. */
  let turnMs = 0;
  let lastTurn: number | undefined;

  function schedule(): void {
    if (scheduled || (writes.length === 0 && (renders.length === 0 || running >= mostRunning))) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      beginWrites();
      if (running < mostRunning) beginRender();
      schedule();
    });
  }

  /** Each in a callback of its own, so that what one does at once is done before the next one begins. */
  function beginWrites(): void {
    const until = performance.now() + burstMs;
    for (let count = Math.min(writes.length, burst); count > 0; count -= 1)
      setImmediate(() => {
        if (performance.now() < until) writes.shift()?.();
        schedule();
      });
  }

  function beginRender(): void {
    const next = renders.shift();
    if (!next) return;
    const now = performance.now();
    if (lastTurn !== undefined) turnMs += (now - lastTurn - turnMs) * newest;
    lastTurn = renders.length > 0 ? now : undefined;
    noteWait(now);
    next.begin();
  }

  function noteWait(now: number): void {
    const slow = (renders[0]?.since ?? now) + standingWaitMs;
    slowSince = now > slow ? Math.min(slowSince, slow) : Infinity;
  }

  function isFull(): boolean {
    if (renders.length < Math.min(fewest, mostStanding, mostWaiting)) return false;
    const now = performance.now();
    noteWait(now);
    if (now - slowSince > standingMs) standingUntil = now + calmMs;
    const most = now > standingUntil ? mostWaiting : Math.min(mostStanding, standingWaitMs / turnMs);
    if (renders.length < Math.min(Math.max(most, fewest), mostWaiting)) return false;
    if (now <= standingUntil) standingUntil = now + calmMs;
    return true;
  }

  function wait(put: (begin: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      put(resolve);
      schedule();
    });
  }

  return {
    isFull,
    enter() {
      if (writes.length >= mostWaiting) return Promise.reject(overloaded);
      return wait((begin) => writes.push(begin));
    },
    async run(work) {
      if (isFull()) throw overloaded;
      await wait((begin) => renders.push({ begin, since: performance.now() }));
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        schedule();
      }
    },
  };
}
