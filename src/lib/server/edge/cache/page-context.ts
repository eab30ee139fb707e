import { formatYear, nextYearBegins } from '../../../shared/text/dates.ts';
import type { ViewSubject } from '../../../shared/schemas/views.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reads } from '../../platform/reads/reads.ts';

/** What a page learns from, and tells, the server that renders it: `Astro.locals.page`. */
export interface PageContext {
  /**
   * Has a view of this subject counted for whoever is sent the page, also from the cache: `app:<id>` or `user:<id>`.
   */
  countViewOf(subject: ViewSubject): void;
  /** Says that the page is a card for other sites, which any of them may frame, and which runs no script. */
  showElsewhere(): void;
  /** The time, for a page that may say it for so many milliseconds. No page asks the clock in another way. */
  timeFor(ms: number): number;
  /** '2026'. A page that says it is rendered anew when the year ends. */
  year(): string;
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
  /** Whether the operator has had the terms and the privacy policy reviewed (`LEGAL_REVIEWED`). */
  readonly legalReviewed: boolean;
  /** Where feedback and complaints go (`CONTACT_EMAIL`). */
  readonly contactEmail: string;
  /** Has an error logged that the page answers for by itself, under `errorId`. */
  report(error: unknown): void;
  /** The id under which a fault in this render stands in the log. Only for the error page: others are cached. */
  readonly errorId: string;
}

export interface PageSettings {
  siteUrl: string;
  legalReviewed: boolean;
  contactEmail: string;
}

/** A page's view of the server and, apart from it, what the page has said of its answer. */
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
