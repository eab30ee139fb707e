// Requests that are not answered from the cache wait here, first come, first served. Rendering uses the main thread, so
// one begins per turn of the event loop; between turns other requests are read. Beyond a bound they are refused at
// once, because at twice the capacity of the process every wait would grow until nobody is answered in time; and each
// network has its own bound, so that a client that asks too much is refused before it fills the queue of the others.
import type { NetworkClient } from './client.ts';

/** Why a request was not let in: too many of its network, of all clients, or passwords to hash. */
export type NotAdmitted = 'network' | 'crowd' | 'hashing';

/** Thrown for a request that is not admitted, which the router answers. */
export class Overloaded extends Error {
  readonly refusal: NotAdmitted;

  constructor(refusal: NotAdmitted) {
    super(`Not let in: ${refusal}.`);
    this.refusal = refusal;
  }
}

type Client = Pick<NetworkClient, 'network'>;

export type Queue = ReturnType<typeof createQueue>;

/**
 * Waiting requests, those of one network (waiting and running), and running ones, which mostly wait for the database.
 */
const limits = { maxWaiting: 192, maxOfNetwork: 96, maxRunning: 64 };

/** @param isOpen whether everybody is let in, for measurements of renders */
export function createQueue({ isOpen = false } = {}) {
  const { maxWaiting, maxOfNetwork, maxRunning } = limits;
  const waiting: (() => void)[] = [];
  const byNetwork = new Map<string, number>();
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || running >= maxRunning || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      waiting.shift()?.();
      schedule();
    });
  }

  function count({ network }: Client, by: 1 | -1): void {
    const places = (byNetwork.get(network) ?? 0) + by;
    if (places === 0) byNetwork.delete(network);
    else byNetwork.set(network, places);
  }

  /** Runs `work` when its turn comes. @throws Overloaded at once where there is no place */
  async function run<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
    if (!isOpen && (byNetwork.get(client.network) ?? 0) >= maxOfNetwork) throw new Overloaded('network');
    if (!isOpen && waiting.length >= maxWaiting) throw new Overloaded('crowd');
    count(client, 1);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      schedule();
    });
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      count(client, -1);
      schedule();
    }
  }

  return {
    /**
     * Resolves when its turn comes, for a write: an upload may be slow through no fault of the server. @throws
     * Overloaded
     */
    enter: (client: Client): Promise<void> => run(client, () => Promise.resolve()),
    run,
  };
}
