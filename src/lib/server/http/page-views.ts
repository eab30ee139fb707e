import type { IncomingMessage } from 'node:http';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { Services } from '../services.ts';
import type { Exchange } from './exchange.ts';

const viewerCookie = /(?:^|; )(?:__Host-)?viewer=([\w-]{1,64})/;

/** The user that a browser claims to be by an unauthenticated cookie; '' for nobody. */
export function viewerOf(cookie: string | undefined): string {
  return cookie === undefined ? '' : (viewerCookie.exec(cookie)?.[1] ?? '');
}

/** Whether the browser fetches the page before anybody has asked for it (Sec-Purpose, Fetch). */
function isPrefetch({ headers }: IncomingMessage): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  return purpose !== undefined && /prefetch|prerender/.test(String(purpose));
}

/** Whether another site shows the page within its own, or fetches it as a picture or the like (Fetch metadata). */
function isEmbedded({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  const wanted = headers['sec-fetch-dest'];
  return wanted !== undefined && wanted !== 'document' && site !== 'same-origin';
}

export function reportView({ views }: Services, subject: ViewSubject | '', exchange: Exchange): void {
  const { request, method } = exchange;
  if (subject === '' || method !== 'GET' || isPrefetch(request) || isEmbedded(request)) return;
  const { cookie, referer = '', 'user-agent': userAgent = '' } = request.headers;
  views.count({
    subject,
    address: exchange.client.address,
    // Many views may wait for the database, and a field may have 16 KB.
    userAgent: userAgent.slice(0, 512),
    referrer: referer.slice(0, 512),
    viewer: viewerOf(cookie),
  });
}
