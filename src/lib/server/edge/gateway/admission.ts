// Admits only as many requests as can be answered soon. At twice the capacity of the process every wait would grow
// until nobody is answered in time, so requests beyond a short queue are refused at once. Rendering uses the main
// thread, so one render begins per turn of the event loop; between turns other requests are read, and refused where the
// queue is full. fair-line.ts decides whose turn it is.
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

/** Thrown for a request that is not admitted. */
export class Overloaded extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`Not let in: ${refusal}.`);
    this.refusal = refusal;
  }
}

/** Prebuilt, so that refusing is cheap under overload: no stack trace is captured. */
const overloaded: Record<Refusal, Overloaded> = {
  client: new Overloaded('client'),
  network: new Overloaded('network'),
  crowd: new Overloaded('crowd'),
  lane: new Overloaded('lane'),
};

export interface Admission {
  /** The reason why `run` would refuse this client now, or null. */
  refusal(client: FairClient): Refusal | null;
  /**
   * Runs `work` when its turn comes, and counts it as running until it is done.
   * @param lane limits how many of one kind run at the same time, over all clients
   * @throws Overloaded at once when the queue is full, or later, when another client gets the place
   */
  run<Result>(client: FairClient, work: () => Promise<Result>, lane?: Lane): Promise<Result>;
  /**
   * As `run`, for a write. It waits for its turn but is not counted as running, because an upload may be slow through
   * no fault of the server. Several writes begin in one turn, so that they share a commit of the database.
   */
  enter(client: FairClient): Promise<void>;
}

type Options = Partial<FairLimits> & {
  /** Maximum of running requests, most of which wait for the database. */
  maxRunning?: number;
};

/** Maximum of writes per turn, and of milliseconds they may take, so that other requests are read in between. */
const burst = 16;
const burstMs = 2;

export function createAdmission({
  maxQueue = 512,
  maxQueueSaturated = 32,
  saturatedWaitMs = 40,
  saturatedAfterMs = 100,
  cooldownMs = 1_000,
  maxRunning = 64,
  maxOfAddress = 16,
  maxOfNetwork = 32,
}: Options = {}): Admission {
  const limits = { maxQueue, maxQueueSaturated, saturatedWaitMs, saturatedAfterMs, cooldownMs };
  const renders = createFairLine({ ...limits, maxOfAddress, maxOfNetwork });
  const writes = createFairLine({
    ...limits,
    maxQueueSaturated: Infinity,
    saturatedWaitMs: Infinity,
    maxOfAddress: Infinity,
    maxOfNetwork: Infinity,
  });
  let running = 0;
  let scheduled = false;

  const canRender = () => renders.hasNext() && running < maxRunning;

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

  /** Starts each write in its own callback, so that its synchronous part ends before the next one begins. */
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
