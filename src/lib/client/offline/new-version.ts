import { takeOver } from '../../shared/browser-keys/offline.ts';
import { barButton, showBar } from '../bars/bottom-bar.ts';
import { siteName } from '../page/site-name.ts';

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
