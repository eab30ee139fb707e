import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Reads } from '../../platform/reads/reads.ts';
import { recordPage, type PageContext, type PageForm, type PageSettings } from '../cache/page-context.ts';
import { endToEnd, type Answer, type HeaderPair } from './rendered-response.ts';
import { withoutQuery } from '../gateway/request-target.ts';

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
  const ofSite = { method: 'GET', headers: { host }, socket: { encrypted: protocol === 'https:' } };
  return async ({ target, id, form = null }, reads) => {
    const report = (error: unknown): void => {
      reportFault({ id, target: withoutQuery(target), error });
    };
    const page = recordPage(settings, { errorId: id, report, reads, clock, form });
    // The handler uses no more of a request than this.
    const request = { ...ofSite, url: target, once: () => undefined } as unknown as IncomingMessage;
    const sink = new Sink();
    const response = sink as unknown as ServerResponse;
    const locals = { services: bindServices(reads), page: page.context };
    await Promise.all([finished(sink), handler(request, response, () => sink.end(), locals)]);
    const answer = sink.answer();
    return {
      ...answer,
      viewOf: answer.status === 200 ? page.viewOf() : '',
      embed: page.isShownElsewhere(),
    };
  };
}
