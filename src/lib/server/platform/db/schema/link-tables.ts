// Links of listings, which are looked at once a week.
import type { LinkName } from '../../../../shared/schemas/links/links.ts';

export interface LinkTable {
  id: string;
  app_id: string;
  /** The column of `apps` that has the address. */
  name: LinkName;
  url: string;
  host: string;
  /** The registrable domain of the host, of which one link is looked at at a time. */
  site: string;
  /**
   * `unknown`: not looked at yet, or it cannot be said (the host turns machines away). `failing` is told to the owner
   * alone, `dead` to everybody.
   */
  state: 'unknown' | 'good' | 'failing' | 'dead';
  /** What was wrong at the last look: an `OutboundReason`, or a status such as `status-404`; '' for nothing. */
  problem: string;
  /** The address that the link has moved to for good; '' for none. */
  moved_to: string;
  /** Looks in a row that failed, and the first of them. */
  failures: number;
  failed_at: number | null;
  /** When the owner was mailed about these failures. */
  warned_at: number | null;
  /** When it answered last. */
  checked_at: number | null;
  looked_at: number | null;
  /** When it is looked at next. */
  due_at: number;
  created_at: number;
}

/** A site with links. A process claims the site, so that nobody else asks it meanwhile. */
export interface LinkSiteTable {
  site: string;
  /** The first instant at which one of its links is due and its pause is over. */
  due_at: number;
  /** Until then one process has it; in the past for none. */
  claimed_until: number;
}

/** The robots.txt of a host. */
export interface LinkRobotsTable {
  host: string;
  text: string;
  read_at: number;
}

export interface LinkTables {
  links: LinkTable;
  link_sites: LinkSiteTable;
  link_robots: LinkRobotsTable;
}
