import { dayBegins, nextDayBegins } from '../../shared/text/dates/days.ts';
import { formatYear, nextYearBegins } from '../../shared/text/dates/dates.ts';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { Clock } from '../platform/clock.ts';
import type { Reads } from '../platform/reads/reads.ts';
import type { Client } from '../platform/security/client.ts';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Logger } from '../platform/log.ts';
import {
  type Answer,
  endToEnd,
  headerOf,
  type HeaderPair,
  type Dictionaries,
  speculationField,
} from './answer.ts';
import { type Target, withoutQuery } from './exchange.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { parametersOfPage } from '../../shared/page/page-facts.ts';
import { speculationVersion } from '../../shared/page/speculation-rules.ts';
import { errorPage } from './refusals.ts';
import { type RenderedRoute, revalidate } from './respond.ts';
import type { SecurityHeaders } from './security-headers.ts';

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

interface Rendering {
  errorId: string;
  report: (error: unknown) => void;
  reads: Reads;
  clock: Clock;
  /** Null for a GET. */
  form?: PageForm | null;
}

/** What a page has said of its answer. */
type Said = Required<Pick<Answer, 'viewOf' | 'embed'>>;

/** The context of one render, and what the page says of its answer through it. */
export function recordPage(
  { siteUrl, legalReviewed }: PageSettings,
  { errorId, report, reads, clock, form = null }: Rendering,
): { context: PageContext; said: Said } {
  const said: Said = { viewOf: '', embed: false };
  const context: PageContext = {
    siteUrl,
    legalReviewed,
    errorId,
    report,
    form,
    countViewOf(subject) {
      said.viewOf = subject;
    },
    showElsewhere() {
      said.embed = true;
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
  };
  return { context, said };
}

/** The handler of @astrojs/node, from the bundle dist/server/entry.mjs. */
export type AstroHandler<Services> = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: { services: Services; page: PageContext },
) => void | Promise<void>;

/** Called with every error that a page has handled. `target` has no query. */
export type ReportPageFault = (fault: { id: string; target: string; error: unknown }) => void;

export interface PageRequest {
  /** Path and query, as the cache keys them. */
  target: string;
  /** The id under which faults are logged. */
  id: string;
  /** The form that was sent to the page; left out for a GET. */
  form?: PageForm;
}

/** @param reads records what the page is made of */
export type PageRenderer = (request: PageRequest, reads: Reads) => Promise<Answer>;

interface Rendered<Services> {
  /** The slices, bound to the recorder of one request. */
  bindServices: (reads: Reads) => Services;
  settings: PageSettings;
  reportFault: ReportPageFault;
  clock: Clock;
}

/** Takes the whole answer of the handler, which uses no more of a response than this. */
class Sink extends Writable {
  /** Stays if the handler passes a request on, as it does for files of the build. */
  statusCode = 404;
  fields: OutgoingHttpHeaders = {};
  readonly parts: Buffer[] = [];

  writeHead(status: number, fields: OutgoingHttpHeaders = {}): void {
    this.statusCode = status;
    this.fields = fields;
  }

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.parts.push(part);
    done();
  }

  answer(): Answer {
    const pairs = Object.entries(this.fields).flatMap(([name, values]) =>
      [values].flat().map((value): HeaderPair => [name, String(value)]),
    );
    return { status: this.statusCode, headers: endToEnd(pairs), body: Buffer.concat(this.parts) };
  }
}

/**
 * Gives every page a request that is the same for every visitor: the target on the site's own host. Nothing else that a
 * client sends reaches a page, so that it cannot end up in bytes that others are sent.
 */
export function createAstroRenderer<Services>(
  handler: AstroHandler<Services>,
  { bindServices, settings, reportFault, clock }: Rendered<Services>,
): PageRenderer {
  const { host, protocol } = new URL(settings.siteUrl);
  // The handler uses no more of a request than this.
  const ofSite = {
    ...{ method: 'GET', headers: { host }, once: () => undefined },
    socket: { encrypted: protocol === 'https:' },
  };
  return async ({ target, id, form = null }, reads) => {
    const report = (error: unknown): void => reportFault({ id, target: withoutQuery(target), error });
    const { context, said } = recordPage(settings, { errorId: id, report, reads, clock, form });
    const request = { ...ofSite, url: target } as unknown as IncomingMessage;
    const sink = new Sink();
    const locals = { services: bindServices(reads), page: context };
    await Promise.all([
      finished(sink),
      handler(request, sink as unknown as ServerResponse, () => sink.end(), locals),
    ]);
    const answer = sink.answer();
    return { ...answer, embed: said.embed, viewOf: answer.status === 200 ? said.viewOf : '' };
  };
}

// Header fields that let the next page open at once (docs/decisions/027-opens-at-once.md).

const rules = `"${urls.speculationRules(speculationVersion)}"`;

/** The fields of a page that was found. */
function openingFields(path: string): HeaderPair[] {
  return [
    [speculationField, rules],
    ['vary', 'save-data'],
    ['no-vary-search', noVarySearch(path)],
  ];
}

/** Tells browsers what the cache key knows: which parameters make another page. `utm_source` and the like do not. */
function noVarySearch(path: string): string {
  const names = parametersOfPage(path).map(({ name }) => `"${name}"`);
  return names.length === 0 ? 'key-order, params' : `key-order, params, except=(${names.join(' ')})`;
}

export interface PageOptions {
  /** createAstroRenderer */
  pages: PageRenderer;
  log: Logger;
  /** Staff may change the contact address at any time, so read it when an answer is made. */
  operator: { readonly contactEmail: string };
  /** Number of calls that failed because the database did not answer. */
  outages: () => number;
}

/** Paths of Astro's own pages, and those that it reads as others: without '.html'. Nothing is at any of them. */
const notOurs = /^\/(?:404|500)\/?$|^\/_server-islands\/|\.html$/;

/** An address that does not exist. */
const nowhere: Target = { path: '/page-not-found', query: '' };

/** Whether the answer becomes part of an open page. */
const isFragment = (path: string): boolean => path.startsWith(urls.searchResults());

export function createPageRoute(
  { pages, log, operator, outages }: PageOptions,
  security: SecurityHeaders,
  { link }: Pick<Dictionaries, 'link'>,
): RenderedRoute {
  const linked: HeaderPair[] = link === null ? [] : [['link', link]];
  return {
    kind: 'page',
    // A page is made of nothing that a visitor sends but the address.
    isForAll: true,
    async render({ target, exchange: { id } }, reads) {
      const before = outages();
      const { path, query } = notOurs.test(target.path) ? nowhere : target;
      const answered = withCharset(await pages({ target: path + query, id }, reads));
      // 501 is no fault: oEmbed answers it for a format that is not supported.
      if (answered.status === 200 && isHtml(answered) && !answered.embed && !isFragment(path))
        return { ...answered, headers: [...answered.headers, ...openingFields(path), ...linked] };
      if (answered.status < 500 || answered.status === 501) return answered;
      const saysWhen = answered.status === 503 && headerOf(answered.headers, 'retry-after') !== undefined;
      const rendered = outages() > before && !saysWhen ? tryLater(answered) : answered;
      // The error is logged separately, under the same id (src/serve.ts).
      log.error('A page answered with a fault', { id, target: path, status: rendered.status });
      // The page itself has chosen this answer: the address of a picture needs no HTML.
      if (saysWhen) return rendered;
      if (isHtml(rendered) && rendered.body.length > 0) return rendered;
      const plain = errorPage(id, operator.contactEmail);
      return outages() > before ? tryLater(plain) : plain;
    },
    failed: ({ id }) => errorPage(id, operator.contactEmail),
    // An embedded card may fetch nothing, and is not the kind of page that the dictionary is made for.
    usesDictionary: (rendered) => isHtml(rendered) && !rendered.embed,
    defaults: (rendered) => [
      ...htmlOr(rendered, rendered.embed ? security.embed : security.page, security.asset),
      ['cache-control', rendered.status === 200 ? revalidate : 'no-store'],
    ],
  };
}

/**
 * Answers an address that cannot be parsed with the page of addresses that do not exist.
 * @param pages what `createPageRoute` returns
 */
export function unreadableAddressRoute(pages: RenderedRoute): RenderedRoute {
  return {
    ...pages,
    kind: 'unreadable',
    async render(request, reads) {
      const rendered = await pages.render({ ...request, target: nowhere }, reads);
      return rendered.status >= 500 ? rendered : { ...rendered, status: 400 };
    },
  };
}

/** Names the charset, which Astro leaves out, so that browsers need not look for it in the page. */
function withCharset(rendered: Answer): Answer {
  const named = rendered.headers.map(([name, value]): HeaderPair =>
    name === 'content-type' && value === 'text/html' ? [name, 'text/html; charset=utf-8'] : [name, value],
  );
  return { ...rendered, headers: named };
}

/** Marks a fault as temporary, so that search engines and proxies do not take it for a fault of the page. */
function tryLater(rendered: Answer): Answer {
  return { ...rendered, status: 503, headers: [...rendered.headers, ['retry-after', '2']] };
}

export function htmlOr(rendered: Answer, html: HeaderPair[], other: HeaderPair[]): HeaderPair[] {
  return isHtml(rendered) ? html : other;
}

function isHtml(rendered: Answer): boolean {
  return (headerOf(rendered.headers, 'content-type') ?? '').toLowerCase().startsWith('text/html');
}
