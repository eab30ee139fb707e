import type { ViewSubject } from '../../../shared/schemas/views.ts';

/** What a page learns from, and tells, the server that renders it: `Astro.locals.page`. */
export interface PageContext {
  /**
   * Names what the page shows (`tagOf` in platform/tags.ts). The page is kept until one of its tags is invalidated;
   * a page that names no tag is rendered anew for every request.
   */
  tag(...tags: string[]): void;
  /** Has a view of this subject counted for whoever is sent the page, also from the cache: `app:<id>` or `user:<id>`. */
  countViewOf(subject: ViewSubject): void;
  /** Says that the page is a card for other sites, which any of them may frame, and which runs no script. */
  showElsewhere(): void;
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

/** A page's view of the server and, apart from it, the tags the page has named so far. */
export interface RecordedPage {
  context: PageContext;
  tags: ReadonlySet<string>;
  /** '' where no view is counted. */
  viewOf(): ViewSubject | '';
  isShownElsewhere(): boolean;
}

export function recordPage(
  settings: PageSettings,
  errorId: string,
  report: (error: unknown) => void,
): RecordedPage {
  const tags = new Set<string>();
  let viewed: ViewSubject | '' = '';
  let shownElsewhere = false;
  return {
    context: {
      siteUrl: settings.siteUrl,
      legalReviewed: settings.legalReviewed,
      contactEmail: settings.contactEmail,
      errorId,
      report,
      tag(...named) {
        for (const tag of named) tags.add(tag);
      },
      countViewOf(subject) {
        viewed = subject;
      },
      showElsewhere() {
        shownElsewhere = true;
      },
    },
    tags,
    viewOf: () => viewed,
    isShownElsewhere: () => shownElsewhere,
  };
}
