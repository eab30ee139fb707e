import { brand } from '../../shared/page/brand.ts';
import { takeOver } from '../../shared/browser-keys/offline.ts';
import { makeRoomFor } from '../page/bottom-bar.ts';

let isOffered = false;

/** A bar that offers to load the new version. Whoever types something goes on with the old one. */
export function offerNewVersion(waiting: ServiceWorker): void {
  if (isOffered) return;
  isOffered = true;
  const bar = document.createElement('section');
  bar.className = 'bottom-bar';
  bar.setAttribute('role', 'status');
  const text = document.createElement('p');
  text.textContent = `A new version of ${brand.name} is ready`;
  const load = button('Load it', 'button');
  const later = button('Later', 'button quiet');
  bar.append(text, load, later);
  document.body.append(bar);
  makeRoomFor(bar);
  later.addEventListener('click', () => {
    bar.remove();
    makeRoomFor(null);
  });
  load.addEventListener('click', () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage(takeOver);
  });
}

function button(text: string, className: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = text;
  return made;
}
