// The worker that looks at links. Nodes share the work by claiming sites.
import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '../../shared/text/days.ts';
import { createWorker, type Worker } from '../platform/worker.ts';
import type { LinksContext } from './context.ts';
import { isAnySiteDue } from './link-queries.ts';
import { look } from './look.ts';
import { settle, type Settled } from './settle.ts';
import { claimSites, type Claim } from './site-writes.ts';

const outcomes = ['good', 'moved', 'failing', 'dead', 'unknown', 'later', 'gone'] as const;
type LookOutcome = (typeof outcomes)[number];

/** What the looks of this process since its start have come to. */
type LookCounts = Readonly<Record<LookOutcome, number>>;

/** After this time another process may look at the site of one that died. Longer than any look. */
const claimMs = 60_000;
/** When a link is due whose look was never heard of. */
const unheardMs = dayMs;

/** How many sites are asked at a time, and the pause after them, so that pages come first. */
export interface Pace {
  lanes: number;
  restMs: number;
}

const usualPace: Pace = { lanes: 4, restMs: 500 };

function outcomeOf({ link, change }: Settled): LookOutcome {
  if (change === null) return 'gone';
  if (change.state === undefined) return 'later';
  if (change.state === 'good' && change.moved_to !== '' && change.moved_to !== link.moved_to) return 'moved';
  return change.state;
}

/** A worker that looks at the links that are due. */
export function createWatch(context: LinksContext, { lanes, restMs }: Pace = usualPace) {
  const { clock, db, log, outbound } = context;
  const counts: Record<LookOutcome, number> = {
    good: 0,
    moved: 0,
    failing: 0,
    dead: 0,
    unknown: 0,
    later: 0,
    gone: 0,
  };

  async function work(claim: Claim): Promise<void> {
    try {
      const settled = await settle(context, claim, await look(context, claim.link));
      counts[outcomeOf(settled)] += 1;
    } catch (error) {
      // The link stays claimed, and is looked at tomorrow.
      log?.error('A link could not be looked at', { error, link: claim.link.id });
    }
  }

  const next = async (): Promise<boolean> => {
    const now = clock();
    if (!outbound.isOn || !(await isAnySiteDue(db.read, now))) return false;
    const claims = await claimSites(db, {
      now,
      until: now + claimMs,
      unheardUntil: now + unheardMs,
      limit: lanes,
    });
    await Promise.all(claims.map(work));
    if (claims.length > 0 && restMs > 0) await sleep(restMs);
    return claims.length > 0;
  };
  const worker: Worker = createWorker(next, (error) => log?.error('Links could not be looked at', { error }));
  return { ...worker, counts: (): LookCounts => counts };
}
