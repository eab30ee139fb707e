import { dayBegins, nextDayBegins } from '../../../shared/text/dates/days.ts';
import { formatYear, nextYearBegins } from '../../../shared/text/dates/dates.ts';
import type { ViewSubject } from '../../../shared/schemas/views.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reads } from '../../platform/reads/reads.ts';
import type { Client } from '../../platform/security/client.ts';

/** A form that was sent without JavaScript, and who sent it, for limits. */
export interface PageForm {
  fields: URLSearchParams;
  client: Client;
}

/** The interface between a page and the server that renders it: `Astro.locals.page`. */
export interface PageContext {
  /**
   * Counts a view of `app:<id>` or `user:<id>` for everybody who is sent the page, also from the cache.
   */
  countViewOf(subject: ViewSubject): void;
  /** Marks the page as a card for other sites: any of them may frame it, and it runs no script. */
  showElsewhere(): void;
  /** When the current day in Lagos began, in milliseconds since 1970. The page expires when the day ends. */
  dayBegan(): number;
  /** The current year, such as '2026'. The page expires when the year ends. */
  year(): string;
  /** The form that was sent to this page; null for a GET. An answer to a form is neither kept nor shared. */
  readonly form: PageForm | null;
  /** Origin of the site, without a slash at the end. */
  readonly siteUrl: string;
  /** Whether the operator has had the terms and the privacy policy reviewed (`LEGAL_REVIEWED`). */
  readonly legalReviewed: boolean;
  /** Logs an error that the page has handled, under `errorId`. */
  report(error: unknown): void;
  /** The id of this render's faults in the log. Only for the error page, because others are cached. */
  readonly errorId: string;
}

export interface PageSettings {
  siteUrl: string;
  legalReviewed: boolean;
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
  /** Null for a GET. */
  form?: PageForm | null;
}

export function recordPage(
  { siteUrl, legalReviewed }: PageSettings,
  { errorId, report, reads, clock, form = null }: Rendering,
): RecordedPage {
  let viewed: ViewSubject | '' = '';
  let shownElsewhere = false;
  return {
    context: {
      siteUrl,
      legalReviewed,
      errorId,
      report,
      form,
      countViewOf(subject) {
        viewed = subject;
      },
      showElsewhere() {
        shownElsewhere = true;
      },
      dayBegan() {
        const now = clock();
        reads.keepFor(nextDayBegins(now) - now);
        return dayBegins(now);
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
