import { setTimeout as sleep } from 'node:timers/promises';
import { failureKind } from './postgres-errors.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * Pauses before the next try, in milliseconds. A database that restarts takes longer: then whoever asked is told so.
 */
const pausesMs = { conflict: [0, 5, 20, 50, 100], lost: [20, 150] };

/**
 * Runs `attempt` again when another transaction was in its way, or its connection broke.
 * @param mayRepeat whether an attempt that lost its connection can have done nothing; left out where it only reads
 * @throws DatabaseUnavailable when PostgreSQL does not answer; whatever else `attempt` throws
 */
export async function retrying<Result>(
  attempt: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  const tries = { conflict: 0, lost: 0 };
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const kind = failureKind(error);
      if (kind === 'fault') throw error;
      if (kind === 'busy' || (kind === 'lost' && !mayRepeat())) throw new DatabaseUnavailable(error);
      const pauseMs = pausesMs[kind][tries[kind]];
      if (pauseMs === undefined) throw new DatabaseUnavailable(error);
      tries[kind] += 1;
      // A random wait, so that the two transactions do not collide again.
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
