// Bars over the end of the page, and the work that the page before has left. Loaded when one of them is wanted.
import barStyle from '../../../styles/parts/bottom-bar.css?inline';
import { commonUrls } from '../../shared/addresses/common-urls.ts';
import { takeOver } from '../../shared/browser-keys/offline.ts';
import { appMessages as messages } from '../../shared/text/app-messages.ts';
import { sweepPictures } from '../drafts/pictures.ts';
import { clearFlow, flowState } from '../storage.ts';
import { addStyle, reserveSpaceFor, siteName } from './page.ts';
import { shareLink } from './share.ts';
import { parsePage } from './trusted-types.ts';

/**
 * Adds a bar to the page until its last button is pressed.
 * @param markup of it; `text` fills its first span, because markup holds no texts of others
 * @returns its first button
 */
function showBar(markup: string, text: string): HTMLElement | undefined {
  const bar = parsePage(markup).querySelector<HTMLElement>('.bottom-bar');
  if (!bar) return undefined;
  addStyle(barStyle);
  bar.querySelector('span')?.append(text);
  document.body.append(bar);
  reserveSpaceFor(bar);
  const buttons = [...bar.querySelectorAll('button')];
  buttons.at(-1)?.addEventListener('click', () => {
    bar.remove();
    reserveSpaceFor(null);
  });
  return buttons[0];
}

let isOffered = false;

/** Shows a bar that offers to load the new version. A person who is typing can go on with the old one. */
export function offerNewVersion(waiting: ServiceWorker): void {
  if (isOffered) return;
  isOffered = true;
  const load = showBar(
    `<section class="bottom-bar" role="status"><p><span></span></p>
<button type="button" class="button">Load it</button><button type="button" class="button quiet">Later</button></section>`,
    `A new version of ${siteName()} is ready`,
  );
  load?.addEventListener('click', () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage(takeOver);
  });
}

/** Finishes the work of the page before: says what happened there, and removes pictures after a logout. */
export async function finishFlow(): Promise<void> {
  const isLoggedOut = flowState('logged-out') !== '';
  const done = isLoggedOut ? 'You are logged out' : flowState('deleted');
  clearFlow('logged-out', 'deleted');
  if (done !== '')
    showBar(
      `<section class="bottom-bar"><p role="status"><span></span></p>
<button type="button" class="icon-button" aria-label="Close">×</button></section>`,
      done,
    );
  if (isLoggedOut) await sweepPictures();
  const created = flowState('created-app');
  if (created === '' || location.pathname !== commonUrls.home()) return;
  clearFlow('created-app');
  // Create leads to the home page: the bar there has links for the new app.
  const { name, nameId } = JSON.parse(created) as { name: string; nameId: string };
  const path = `/app/${encodeURIComponent(nameId)}`;
  const { created: message } = messages.appForms;
  const share = showBar(
    `<section class="bottom-bar" aria-label="${message}">
<p role="status"><b>${message}</b><span>: </span></p>
<a class="button" href="${path}">See your app</a>
<button type="button" class="button quiet">Share</button>
<a class="button quiet" href="${path}/promote">Promote</a>
<button type="button" class="icon-button" aria-label="Close">×</button></section>`,
    name,
  );
  const url = new URL(path, location.href).href;
  share?.addEventListener('click', () => void shareLink(share, { title: name, url }));
}
