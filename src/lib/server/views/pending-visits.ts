import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { Clock } from '../platform/clock.ts';
import { maxOfAddress } from './daily-marks.ts';
import type { Visit } from './visit.ts';

/** Of one page and address: enough that owners, who are not counted, take no place of those who are. */
const maxQueue = 2 * maxOfAddress;

export interface PendingVisit extends Visit {
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Visits that wait to be written, each once however often it comes: by page, address, and browser or who asks. Maps in
 * maps, because one text put together from all of these as a key took as long as the rest of an answer from memory.
 */
export function createPendingVisits(most: number) {
  let visits: PendingVisit[] = [];
  let known = new Map<ViewSubject, Map<string, Set<string>>>();

  return {
    /** @returns whether it is a new one, and there is room */
    add(visit: Visit, clock: Clock): boolean {
      if (visits.length >= most) return false;
      const { subject, userAgent, address, viewer } = visit;
      let visitors = known.get(subject);
      if (!visitors) known.set(subject, (visitors = new Map<string, Set<string>>()));
      let askers = visitors.get(address);
      if (!askers) visitors.set(address, (askers = new Set()));
      const asker = viewer === '' ? userAgent : `${viewer} ${userAgent}`;
      if (askers.has(asker) || askers.size >= maxQueue) return false;
      askers.add(asker);
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
