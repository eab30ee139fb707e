import { formatYear, nextYearBegins } from '../../../shared/text/dates.ts';
import type { ViewSubject } from '../../../shared/schemas/views.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reads } from '../../platform/reads/reads.ts';

/** The interface between a page and the server that renders it: `Astro.locals.page`. */
export interface PageContext {
  /**
   * Counts a view of `app:<id>` or `user:<id>` for everybody who is sent the page, also from the cache.
   */
  countViewOf(subject: ViewSubject): void;
  /** Marks the page as a card for other sites: any of them may frame it, and it runs no script. */
  showElsewhere(): void;
  /** The current time, for a page that may show it for `ms` milliseconds. Pages do not read the clock otherwise. */
  timeFor(ms: number): number;
  /** The current year, such as '2026'. The page expires when the year ends. */
  year(): string;
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
  /** Whether the operator has had the terms and the privacy policy reviewed (`LEGAL_REVIEWED`). */
  readonly legalReviewed: boolean;
  /** Address for feedback and complaints (`CONTACT_EMAIL`). */
  readonly contactEmail: string;
  /** Logs an error that the page has handled, under `errorId`. */
  report(error: unknown): void;
  /** The id of this render's faults in the log. Only for the error page, because others are cached. */
  readonly errorId: string;
}

export interface PageSettings {
  siteUrl: string;
  legalReviewed: boolean;
  contactEmail: string;
}

/** The context of one render, and what the page has said of its answer through it. */
export interface RecordedPage {
  context: PageContext;
  /** '' where no view is counted. */
  viewOf(): ViewSubject | '';
  isShownElsewhere(): boolean;
}

export interface Rendering {
  errorId: string;
  report: (error: unknown) => void;
  reads: Reads;
  clock: Clock;
}

export function recordPage(
  { siteUrl, legalReviewed, contactEmail }: PageSettings,
  { errorId, report, reads, clock }: Rendering,
): RecordedPage {
  let viewed: ViewSubject | '' = '';
  let shownElsewhere = false;
  return {
    context: {
      siteUrl,
      legalReviewed,
      contactEmail,
      errorId,
      report,
      countViewOf(subject) {
        viewed = subject;
      },
      showElsewhere() {
        shownElsewhere = true;
      },
      timeFor(ms) {
        reads.keepFor(ms);
        return clock();
      },
      year() {
        const now = clock();
        reads.keepFor(nextYearBegins(now) - now);
        return formatYear(now);
      },
    },
    viewOf: () => viewed,
    isShownElsewhere: () => shownElsewhere,
  };
}
