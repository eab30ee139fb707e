import { ownPath } from '../page/own-path.ts';
import type { SavedFacts } from './saved-map.ts';

const textOf = (place: ParentNode, selector: string): string =>
  place.querySelector(selector)?.textContent.trim() ?? '';

/** Reads what is shown of an app without a network from its card, or from its page. */
export function factsOf(heart: Element): SavedFacts | undefined {
  const card = heart.closest('.card');
  const place = card ?? document;
  const name = card ? textOf(card, '.app-name') : textOf(document, 'h1');
  const path = card
    ? (card.querySelector<HTMLAnchorElement>('.app-name a')?.pathname ?? '')
    : location.pathname;
  if (name === '' || path === '') return undefined;
  const image = place.querySelector<HTMLImageElement>('img.logo');
  // The variant that the browser has chosen is the one that the service worker keeps.
  const logo = image?.currentSrc.startsWith('http') ? ownPath(image.currentSrc) : '';
  const text = textOf(place, card ? '.card-text' : '.hero-text');
  return { name, path, text, ...(logo !== '' && { logo }) };
}
