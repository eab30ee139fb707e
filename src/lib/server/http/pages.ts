import { dayBegins, nextDayBegins } from '../../shared/text/days.ts';
import { formatYear, nextYearBegins } from '../../shared/text/dates.ts';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { Client } from '../platform/security/client.ts';
import { recordReads, type Reads } from '../platform/reads/reads.ts';
import { AppError, ClientLeft } from '../platform/errors.ts';
import { runForRequest } from '../platform/request-id.ts';
import { createBodyBudgets, readTextBody, textTooLarge } from '../platform/uploads/bodies.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import {
  type Answer,
  endToEnd,
  headerOf,
  type HeaderPair,
  type Dictionaries,
  speculationField,
  encoded,
  sendFinished,
  plainResponse,
} from './answer.ts';
import { type Exchange, type Outcome, type Target, withoutQuery } from './exchange.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { parametersOfPage } from '../../shared/page/page-facts.ts';
import { speculationVersion } from '../../shared/page/speculation-rules.ts';
import { errorPage } from './refusals.ts';
import { type RenderedRoute, revalidate } from './respond.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { Site } from './site.ts';

/** A form that was sent without JavaScript, and who sent it, for limits. */
interface PageForm {
  fields: URLSearchParams;
  client: Client;
}

/**
 * The interface between a page and the server that renders it, and what the page says of its answer through it:
 * `Astro.locals.page`.
 */
export function recordPage(
  { config: { siteUrl, legalReviewed }, clock }: Pick<Site, 'clock' | 'config'>,
  errorId: string,
  report: (error: unknown) => void,
  reads: Reads,
  form: PageForm | null = null,
) {
  const said: Pick<Answer, 'viewOf' | 'embed'> = {};
  const context = {
    /** Origin of the site, without a slash at the end. */
    siteUrl,
    /** Whether the operator has had the terms and the privacy policy reviewed (`LEGAL_REVIEWED`). */
    legalReviewed,
    /** The id of this render's faults in the log. Only for the error page, because others are cached. */
    errorId,
    /** Logs an error that the page has handled, under `errorId`. */
    report,
    /** The form that was sent to this page; null for a GET. An answer to a form is neither kept nor shared. */
    form,
    /** Counts a view of `app:<id>` or `user:<id>` for everybody who is sent the page, also from the cache. */
    countViewOf(subject: ViewSubject): void {
      said.viewOf = subject;
    },
    /** Marks the page as a card for other sites: every one may frame it, and it runs no script. */
    showElsewhere(): void {
      said.embed = true;
    },
    /** When the current day in Lagos began, in milliseconds since 1970. The page expires when the day ends. */
    dayBegan(): number {
      const now = clock();
      reads.keepFor(nextDayBegins(now) - now);
      return dayBegins(now);
    },
    /** The current year, such as '2026'. The page expires when the year ends. */
    year(): string {
      const now = clock();
      reads.keepFor(nextYearBegins(now) - now);
      return formatYear(now);
    },
  };
  return { context, said };
}

/**
 * Gives every page a request that is the same for every visitor: the target on the site's own host. Nothing else that a
 * client sends reaches a page, so that it cannot end up in bytes that others are sent.
 * @param reads records what the page is made of
 */
export async function renderPage(
  site: Pick<Site, 'bindServices' | 'clock' | 'config'> & {
    log: Pick<Site['log'], 'error'>;
    pages: Pick<Site['pages'], 'render'>;
  },
  { target, id, form }: { target: string; id: string; form?: PageForm },
  reads: Reads,
): Promise<Answer> {
  const report = (error: unknown): void =>
    site.log.error('A page met a fault', { id, target: withoutQuery(target), error });
  const { context, said } = recordPage(site, id, report, reads, form);
  const locals = { services: site.bindServices(reads), page: context };
  const response = await site.pages.render(new Request(site.config.siteUrl + target), locals);
  const { status, headers } = response;
  // Astro leaves the charset out, so that browsers look for it in the page.
  if (headers.get('content-type') === 'text/html') headers.set('content-type', 'text/html; charset=utf-8');
  return {
    status,
    headers: endToEnd([...headers]),
    body: Buffer.from(await response.arrayBuffer()),
    ...said,
    ...(status !== 200 && { viewOf: '' }),
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

/** Paths of Astro's own pages, and those that it reads as others: without '.html'. Nothing is at any of them. */
const notOurs = /^\/(?:404|500)\/?$|^\/_server-islands\/|\.html$/;

/** An address that does not exist. */
const nowhere: Target = { path: '/page-not-found', query: '' };

/** Whether the answer becomes part of an open page. */
const isFragment = (path: string): boolean => path.startsWith(urls.searchResults());

export function createPageRoute(site: Site, security: SecurityHeaders): RenderedRoute {
  const { db, log, site: operator } = site;
  return {
    kind: 'page',
    // A page is made of nothing that a visitor sends but the address.
    isForAll: true,
    async render({ target, exchange: { id } }, reads) {
      const before = db.outages();
      const { path, query } = notOurs.test(target.path) ? nowhere : target;
      const answered = await renderPage(site, { target: path + query, id }, reads);
      // 501 is no fault: oEmbed answers it for a format that is not supported.
      if (answered.status === 200 && isHtml(answered) && !answered.embed && !isFragment(path))
        return { ...answered, headers: [...answered.headers, ...openingFields(path)] };
      if (answered.status < 500 || answered.status === 501) return answered;
      // The page itself has chosen this answer: the address of a picture needs no HTML.
      const saysWhen = answered.status === 503 && headerOf(answered.headers, 'retry-after') !== undefined;
      // Temporary, so that search engines and proxies do not take it for a fault of the page.
      const isOutage = db.outages() > before && !saysWhen;
      const status = isOutage ? 503 : answered.status;
      // The error is logged separately, under the same id (renderPage).
      log.error('A page answered with a fault', { id, target: path, status });
      const isWhole = saysWhen || (isHtml(answered) && answered.body.length > 0);
      const shown = isWhole ? { ...answered, status } : errorPage(id, operator.contactEmail);
      if (!isOutage) return shown;
      return { ...shown, status, headers: [...shown.headers, ['retry-after', '2']] };
    },
    failed: ({ id }) => errorPage(id, operator.contactEmail),
    // An embedded card may fetch nothing, and is not the kind of page that the dictionary is made for.
    usesDictionary: (rendered) => isHtml(rendered) && !rendered.embed,
    defaults: (rendered) => [
      ...htmlOr(rendered, ofPage(rendered, security), security.asset(typeOf(rendered))),
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

export function htmlOr(rendered: Answer, html: HeaderPair[], other: HeaderPair[]): HeaderPair[] {
  return isHtml(rendered) ? html : other;
}

const ofPage = ({ body, embed }: Answer, security: SecurityHeaders): HeaderPair[] => {
  if (embed) return security.embed;
  // Also names it: the script of forms, which waits for islands.
  return body.includes('astro-island') ? security.islands : security.page;
};

const typeOf = ({ headers }: Answer): string => (headerOf(headers, 'content-type') ?? '').toLowerCase();

const isHtml = (rendered: Answer): boolean => typeOf(rendered).startsWith('text/html');

// Forms of pages that work without JavaScript (lib/shared/page/page-facts.ts lists them). The page is rendered for the
// one who sent the form, and neither kept nor shared. No cookie authorizes anything here, so a form from another site
// could do nothing in the name of its victim; it is refused all the same, because it would use up the victim's limits.

/** The longest message, percent-encoded, and its other fields. */
const maxFormBytes = 64 * 1024;

/** Whether a browser says that the form is on a page of another site. Old browsers and programs say nothing. */
function isFromElsewhere({ request: { headers } }: Exchange, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && origin !== siteUrl;
}

/** Mail programs end mails with either form (RFC 8058); nothing in it is read. */
const endsMails = /^\/unsubscribe\//;

/** @throws AppError */
function checkHead(exchange: Exchange, path: string, siteUrl: string): void {
  const { headers } = exchange.request;
  if (isFromElsewhere(exchange, siteUrl)) throw new AppError(403, reportMessages.crossSite);
  const type = headers['content-type']?.toLowerCase() ?? '';
  const isMultipart = endsMails.test(path) && /^multipart\/form-data\s*;/.test(type);
  if (!isMultipart && !/^application\/x-www-form-urlencoded\s*(?:;|$)/.test(type))
    throw new AppError(415, 'This address takes only the form that is on its page.');
  if (Number(headers['content-length'] ?? 0) > maxFormBytes) throw textTooLarge();
}

export function createFormRoute(
  site: Site,
  security: SecurityHeaders,
  dictionaries: Dictionaries,
  { failed }: Pick<RenderedRoute, 'failed'>,
): (exchange: Exchange, target: Target) => Promise<Outcome> {
  const { config, log, queue } = site;
  const { memory } = createBodyBudgets();

  async function answerOf(exchange: Exchange, { path, query }: Target): Promise<Answer> {
    const { request, body, client, id } = exchange;
    try {
      checkHead(exchange, path, config.siteUrl);
      const hold = memory.hold(client.address);
      try {
        const bytes = await readTextBody(body.stream, hold, maxFormBytes);
        const form = {
          fields: new URLSearchParams(bytes.toString('utf8')),
          client: { address: client.address, userAgent: request.headers['user-agent'] },
        };
        const page = { target: path + query, id, form };
        return await runForRequest(id, () => renderPage(site, page, recordReads()));
      } finally {
        hold.release();
      }
    } catch (error) {
      if (error instanceof AppError) {
        const { message, retryAfter, status } = error;
        const wait: HeaderPair[] = retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]];
        return plainResponse(status, `${message}\n`, wait);
      }
      if (error instanceof ClientLeft) return plainResponse(499, '');
      log.error('A form failed', { id, target: path, error });
      return failed(exchange);
    }
  }

  return async (exchange, target) => {
    const { body, client, id } = exchange;
    await queue.enter(client);
    const rendered = await answerOf(exchange, target);
    body.settle(rendered.status === 408);
    const faultId: HeaderPair[] = rendered.status >= 500 ? [['x-request-id', id]] : [];
    const answer = encoded(rendered, [
      ...faultId,
      ...htmlOr(rendered, ofPage(rendered, security), security.data),
      ['cache-control', 'no-store'],
    ]);
    return { ...sendFinished(exchange, answer, dictionaries), cache: 'none' };
  };
}
