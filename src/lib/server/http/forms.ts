// Forms of pages that work without JavaScript (lib/shared/page/page-facts.ts lists them). The page is rendered for the
// one who sent the form, and neither kept nor shared. No cookie authorizes anything here, so a form from another site
// could do nothing in the name of its victim; it is refused all the same, because it would use up the victim's limits.
import { AppError, ClientLeft } from '../platform/errors.ts';
import { recordReads } from '../platform/reads/reads.ts';
import { runForRequest } from '../platform/request-id.ts';
import { createBodyBudgets, readTextBody, textTooLarge } from '../platform/uploads/bodies.ts';
import { reportMessages } from '../../shared/text/report-messages.ts';
import { finish, sendFinished, type Answer, plainResponse } from './answer.ts';
import type { Logger } from '../platform/log.ts';
import type { Queue } from './queue.ts';
import type { Exchange, Outcome, Target } from './exchange.ts';
import type { RenderedRoute } from './respond.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { htmlOr, type PageRenderer } from './pages.ts';

export interface FormOptions {
  siteUrl: string;
  pages: PageRenderer;
  queue: Queue;
  log: Logger;
}

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

function refuseHead(exchange: Exchange, path: string, siteUrl: string): AppError | null {
  const { headers } = exchange.request;
  if (isFromElsewhere(exchange, siteUrl)) return new AppError(403, reportMessages.crossSite);
  const type = headers['content-type']?.toLowerCase() ?? '';
  const isMultipart = endsMails.test(path) && /^multipart\/form-data\s*;/.test(type);
  if (!isMultipart && !/^application\/x-www-form-urlencoded\s*(?:;|$)/.test(type))
    return new AppError(415, 'This address takes only the form that is on its page.');
  return Number(headers['content-length'] ?? 0) > maxFormBytes ? textTooLarge() : null;
}

export function createFormRoute(
  { pages, queue, log, siteUrl }: FormOptions,
  security: SecurityHeaders,
  { failed }: Pick<RenderedRoute, 'failed'>,
): (exchange: Exchange, target: Target) => Promise<Outcome> {
  const { memory } = createBodyBudgets();

  async function render(exchange: Exchange, { path, query }: Target): Promise<Answer> {
    const refusal = refuseHead(exchange, path, siteUrl);
    if (refusal) throw refusal;
    const {
      request,
      body,
      client: { address },
      id,
    } = exchange;
    const hold = memory.hold(address);
    try {
      const bytes = await readTextBody(body.stream, hold, maxFormBytes);
      const client = { address, userAgent: request.headers['user-agent'] };
      const form = { fields: new URLSearchParams(bytes.toString('utf8')), client };
      return await runForRequest(id, () => pages({ target: path + query, id, form }, recordReads()));
    } finally {
      hold.release();
    }
  }

  async function answerOf(exchange: Exchange, target: Target): Promise<Answer> {
    try {
      return await render(exchange, target);
    } catch (error) {
      if (error instanceof AppError) {
        const wait =
          error.retryAfter === undefined ? [] : ([['retry-after', String(error.retryAfter)]] as const);
        return plainResponse(error.status, `${error.message}\n`, [...wait]);
      }
      if (error instanceof ClientLeft) return plainResponse(499, '');
      log.error('A form failed', { id: exchange.id, target: target.path, error });
      return failed(exchange);
    }
  }

  return async (exchange, target) => {
    const { body, client, id } = exchange;
    await queue.enter(client);
    const rendered = await answerOf(exchange, target);
    await body.settle(rendered.status === 408);
    const faultId = rendered.status >= 500 ? ([['x-request-id', id]] as const) : [];
    const answer = finish({ ...rendered, headers: [...rendered.headers, ...faultId] }, [
      ...htmlOr(rendered, security.page, security.data),
      ['cache-control', 'no-store'],
    ]);
    return { ...sendFinished(exchange, answer), cache: 'none' };
  };
}
