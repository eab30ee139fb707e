import type { ViewSubject } from '../../shared/views.ts';
import type { Clock } from '../platform/clock.ts';
import type { Visit } from './visit.ts';

export interface PendingVisit extends Visit {
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Visits that wait to be written, each once however often it comes: by page, browser and who asks. Maps in maps, because one
 * text put together from all of these as a key took as long as the rest of an answer from memory.
 */
export function createPendingVisits(most: number) {
  let visits: PendingVisit[] = [];
  let known = new Map<ViewSubject, Map<string, Set<string>>>();

  return {
    /** @returns whether it is a new one, and there is room */
    add(visit: Visit, clock: Clock): boolean {
      if (visits.length >= most) return false;
      const { subject, userAgent, address, viewer } = visit;
      let agents = known.get(subject);
      if (!agents) known.set(subject, (agents = new Map<string, Set<string>>()));
      let visitors = agents.get(userAgent);
      if (!visitors) agents.set(userAgent, (visitors = new Set()));
      const visitor = viewer === '' ? address : `${address} ${viewer}`;
      if (visitors.has(visitor)) return false;
      visitors.add(visitor);
      visits.push({ ...visit, at: clock() });
      return true;
    },
    /** Puts back what could not be written, in front of what came since. */
    putBack(taken: readonly PendingVisit[]): void {
      for (const visit of [...taken, ...this.take()]) this.add(visit, () => visit.at);
    },
    /** Gives all of them away, in the order in which they came. */
    take(): PendingVisit[] {
      const taken = visits;
      visits = [];
      known = new Map();
      return taken;
    },
  };
}
