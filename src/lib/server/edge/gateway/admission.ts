// Lets no more in than can be answered soon. Without it, twice the load that the process can take would make everybody wait,
// longer each second, until nobody is answered in time; so those beyond a short queue are told at once to come back.
// Rendering is work for the one thread, so a request that begins to render at once keeps those behind it from being read at
// all. Here one begins a turn of the event loop: in between the others are read, and refused where the queue is full.
// Whose turn it is: fair-line.ts.
import {
  createFairLine,
  type FairClient,
  type FairLimits,
  type FairLine,
  type RefusedBy,
} from './fair-line.ts';
import type { Lane } from './lane.ts';

/** Why a request was not let in, as the metrics count it. */
export type Refusal = RefusedBy | 'lane';

/** Thrown to whoever is not let in. */
export class Overloaded extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`Not let in: ${refusal}.`);
    this.refusal = refusal;
  }
}

/** One of each kind for all: many get it when there is no time to note where it came from. */
const overloaded: Record<Refusal, Overloaded> = {
  client: new Overloaded('client'),
  network: new Overloaded('network'),
  crowd: new Overloaded('crowd'),
  lane: new Overloaded('lane'),
};

export interface Admission {
  /** Why `run` would refuse this client now; null where it would not. */
  refusal(client: FairClient): Refusal | null;
  /**
   * Runs `work` when its turn comes, and counts it as running until it is done.
   * @param lane where only some may be under way, whoever asks
   * @throws Overloaded at once when too many wait already, or later, when another client needs the place
   */
  run<Result>(client: FairClient, work: () => Promise<Result>, lane?: Lane): Promise<Result>;
  /**
   * As `run`, for a write, which may take long through no fault of ours, such as an upload: it waits for its turn and counts no
   * more. Many begin in one turn, so that they come to the database together and share a commit.
   */
  enter(client: FairClient): Promise<void>;
}

type Options = Partial<FairLimits> & {
  /** Requests under way: those that wait for the database, mostly. */
  mostRunning?: number;
};

/** So many writes begin in one turn, and no more after so many milliseconds: others want to be read as well. */
const burst = 16;
const burstMs = 2;

export function createAdmission({
  mostWaiting = 512,
  mostStanding = 32,
  standingWaitMs = 40,
  standingMs = 100,
  calmMs = 1_000,
  mostRunning = 64,
  mostOfAddress = 16,
  mostOfNetwork = 32,
}: Options = {}): Admission {
  const limits = { mostWaiting, mostStanding, standingWaitMs, standingMs, calmMs };
  const renders = createFairLine({ ...limits, mostOfAddress, mostOfNetwork });
  const writes = createFairLine({
    ...limits,
    mostStanding: Infinity,
    standingWaitMs: Infinity,
    mostOfAddress: Infinity,
    mostOfNetwork: Infinity,
  });
  let running = 0;
  let scheduled = false;

  const canRender = () => renders.hasNext() && running < mostRunning;

  function schedule(): void {
    if (scheduled || (writes.length === 0 && !canRender())) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      beginWrites();
      if (canRender()) renders.next();
      schedule();
    });
  }

  /** Each in a callback of its own, so that what one does at once is done before the next one begins. */
  function beginWrites(): void {
    const until = performance.now() + burstMs;
    for (let count = Math.min(writes.length, burst); count > 0; count -= 1)
      setImmediate(() => {
        if (performance.now() < until) writes.next();
        schedule();
      });
  }

  function wait(line: FairLine, client: FairClient): Promise<() => void> {
    const refusal = line.refusal(client);
    if (refusal) return Promise.reject(overloaded[refusal]);
    return new Promise((resolve, reject) => {
      line.add(client, resolve, (by) => reject(overloaded[by]));
      schedule();
    });
  }

  return {
    refusal: (client) => renders.refusal(client),
    async enter(client) {
      (await wait(writes, client))();
    },
    async run(client, work, lane) {
      const leave = lane?.enter(client);
      if (leave === null) throw overloaded.lane;
      try {
        const done = await wait(renders, client);
        running += 1;
        try {
          return await work();
        } finally {
          running -= 1;
          done();
          schedule();
        }
      } finally {
        leave?.();
      }
    },
  };
}
