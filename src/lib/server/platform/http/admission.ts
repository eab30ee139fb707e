// Lets no more in than can be answered soon. Without it, twice the load that the process can take would make everybody wait,
// longer each second, until nobody is answered in time; so those beyond a short queue are told at once to come back.
// Rendering is work for the one thread, so a request that begins to render at once keeps those behind it from being read at
// all. Here one begins a turn of the event loop: in between the others are read, and refused where the queue is full. A queue
// that empties again is a crowd that came at once, and all of it is let in; one that does not is more than can be done.

/** Thrown to whoever is not let in. */
export class Overloaded extends Error {}

export interface Admission {
  /**
   * Runs `work` when its turn comes, and counts it as running until it is done.
   * @throws Overloaded at once when too many wait already
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** As `run`, for what may take long through no fault of ours, such as an upload: it waits for its turn and counts no more. */
  enter(): Promise<void>;
}

interface Options {
  /** Requests that may wait where they came at once. A page takes about two milliseconds. */
  mostWaiting?: number;
  /** Requests that may wait to be rendered once the queue has not been empty for `standingMs`. */
  mostStanding?: number;
  standingMs?: number;
  /** Requests under way: those that wait for the database, mostly. */
  mostRunning?: number;
}

export function createAdmission({
  mostWaiting = 512,
  mostStanding = 12,
  standingMs = 200,
  mostRunning = 64,
}: Options = {}): Admission {
  const waiting: (() => void)[] = [];
  let running = 0;
  let scheduled = false;
  let lastEmpty = performance.now();

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running >= mostRunning) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (running < mostRunning) waiting.shift()?.();
      if (waiting.length === 0) lastEmpty = performance.now();
      schedule();
    });
  }

  function enter(most = mostWaiting): Promise<void> {
    if (waiting.length === 0) lastEmpty = performance.now();
    if (waiting.length >= most) return Promise.reject(new Overloaded());
    return new Promise((resolve) => {
      waiting.push(resolve);
      schedule();
    });
  }

  return {
    enter: () => enter(),
    async run(work) {
      const isStanding = performance.now() - lastEmpty > standingMs;
      await enter(isStanding ? Math.min(mostStanding, mostWaiting) : mostWaiting);
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
