import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { Clock } from '../platform/clock.ts';
import { maxOfAddress } from './daily-marks.ts';
import type { Visit } from './visit.ts';

/** Pending visits of one page and address: twice what counts, because visits of the owner do not. */
const maxQueue = 2 * maxOfAddress;

export interface PendingVisit extends Visit {
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Buffer of visits, deduplicated by page, address, browser and viewer. Nested maps, because building one key of these
 * texts took as long as the rest of a cached answer.
 */
export function createPendingVisits(maxVisits: number) {
  let visits: PendingVisit[] = [];
  let known = new Map<ViewSubject, Map<string, Set<string>>>();

  function keep(visit: Visit, at: number): boolean {
    const { subject, userAgent, address, viewer } = visit;
    let visitors = known.get(subject);
    if (!visitors) known.set(subject, (visitors = new Map<string, Set<string>>()));
    let visitorsOfAddress = visitors.get(address);
    if (!visitorsOfAddress) visitors.set(address, (visitorsOfAddress = new Set<string>()));
    const visitor = viewer === '' ? userAgent : `${viewer} ${userAgent}`;
    if (visitorsOfAddress.has(visitor) || visitorsOfAddress.size >= maxQueue || visits.length >= maxVisits)
      return false;
    visitorsOfAddress.add(visitor);
    visits.push({ ...visit, at });
    return true;
  }

  return {
    /** @returns whether the visit is new and there was room */
    add: (visit: Visit, clock: Clock): boolean => keep(visit, clock()),
    /** Puts visits that could not be written back in front. */
    putBack(taken: readonly PendingVisit[]): void {
      for (const visit of [...taken, ...this.take()]) keep(visit, visit.at);
    },
    /** Empties the buffer. @returns its visits in order */
    take(): PendingVisit[] {
      const taken = visits;
      visits = [];
      known = new Map();
      return taken;
    },
  };
}
