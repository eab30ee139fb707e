// Bars over the end of the page, and the work that the page before has left. Loaded when one of them is wanted.
import barStyle from '../../../styles/parts/bottom-bar.css?inline';
import { commonUrls } from '../../shared/addresses/common-urls.ts';
import { takeOver } from '../../shared/browser-keys/offline.ts';
import { appMessages as messages } from '../../shared/text/app-messages.ts';
import { sweepPictures } from '../drafts/pictures.ts';
import { clearFlow, flowState } from '../storage.ts';
import { addStyle, makeRoomFor, siteName } from './page.ts';
import { shareLink } from './share.ts';

/** Adds the bar to the page until `close` is pressed. */
function showBar(bar: HTMLElement, close: HTMLElement): void {
  addStyle(barStyle);
  document.body.append(bar);
  makeRoomFor(bar);
  close.addEventListener('click', () => {
    bar.remove();
    makeRoomFor(null);
  });
}

function barButton(text: string, className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  return button;
}

let isOffered = false;

/** Shows a bar that offers to load the new version. A person who is typing can go on with the old one. */
export function offerNewVersion(waiting: ServiceWorker): void {
  if (isOffered) return;
  isOffered = true;
  const bar = document.createElement('section');
  bar.className = 'bottom-bar';
  bar.setAttribute('role', 'status');
  const text = document.createElement('p');
  text.textContent = `A new version of ${siteName()} is ready`;
  const load = barButton('Load it', 'button');
  const later = barButton('Later', 'button quiet');
  bar.append(text, load, later);
  showBar(bar, later);
  load.addEventListener('click', () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage(takeOver);
  });
}

/** Finishes the work of the page before: removes pictures after a logout, shows a created app. */
export async function finishFlow(): Promise<void> {
  if (flowState('logged-out')) await sweepPictures();
  clearFlow('logged-out');
  const created = flowState('created-app');
  if (created === '' || location.pathname !== commonUrls.home()) return;
  clearFlow('created-app');
  const { name, nameId } = JSON.parse(created) as { name: string; nameId: string };
  showCreatedApp(name, `/app/${nameId}`);
}

/** Shows a bar on the home page, to which Create leads, with links for the app that was just listed. */
function showCreatedApp(name: string, path: string): void {
  const bar = document.createElement('section');
  bar.className = 'bottom-bar';
  bar.setAttribute('aria-label', messages.appForms.created);
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  const title = document.createElement('b');
  title.textContent = messages.appForms.created;
  text.append(title, `: ${name}`);
  const see = document.createElement('a');
  see.className = 'button';
  see.href = path;
  see.textContent = messages.wizard.seeApp;
  const share = barButton(messages.wizard.share, 'button quiet');
  share.addEventListener('click', () => void shareLink(share, { title: name, url: see.href }));
  const close = barButton('×', 'icon-button');
  close.setAttribute('aria-label', messages.wizard.close);
  bar.append(text, see, share, close);
  showBar(bar, close);
}
