import type { TrustProxy } from '../../platform/config/config.ts';
import type { IncomingMessage } from 'node:http';
import type { ViewSubject } from '../../../shared/schemas/views.ts';
import { clientAddress } from '../gateway/client-address.ts';

/** A view of a page that counts its views. */
export interface PageView {
  subject: ViewSubject;
  address: string;
  userAgent: string;
  /** Id of the user by an unauthenticated cookie; '' for nobody. */
  viewer: string;
}

/** Takes a view. Must be cheap, because it is called for every hit. */
export type CountView = (view: PageView) => void;

const viewerCookie = /(?:^|; )(?:__Host-)?viewer=([\w-]{1,64})/;

/** Whether the browser fetches the page before anybody has asked for it (Sec-Purpose, Fetch). */
function isPrefetch({ headers }: IncomingMessage): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  return purpose !== undefined && /prefetch|prerender/.test(String(purpose));
}

export function reportView(
  count: CountView,
  subject: ViewSubject | '',
  request: IncomingMessage,
  trustProxy: TrustProxy,
): void {
  if (subject === '' || request.method !== 'GET' || isPrefetch(request)) return;
  const { cookie, 'user-agent': userAgent = '' } = request.headers;
  count({
    subject,
    address: clientAddress(request, trustProxy),
    // Many views may wait for the database, and a field may have 16 KB.
    userAgent: userAgent.slice(0, 512),
    viewer: cookie === undefined ? '' : (viewerCookie.exec(cookie)?.[1] ?? ''),
  });
}
