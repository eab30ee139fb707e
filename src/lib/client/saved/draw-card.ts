import { hueOf } from '../../shared/page/hue.ts';
import { initial } from '../../shared/page/placeholder.ts';
import type { SavedFacts } from './saved-map.ts';

function withText<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** A card without a network: the logo if it is kept, the name and the text. */
export function drawCard({ name, path, text, logo }: SavedFacts): HTMLElement {
  const letter = withText('span', 'logo', initial(name));
  letter.style.setProperty('--h', String(hueOf(name)));
  letter.style.setProperty('--size', '56px');
  letter.ariaHidden = 'true';
  const link = document.createElement('a');
  link.href = path;
  link.textContent = name;
  const heading = withText('h2', 'app-name', '');
  heading.append(link);
  const head = withText('div', 'card-head', '');
  head.append(heading);
  const card = withText('li', 'card', '');
  card.append(letter, head, withText('p', 'card-text', text));
  if (logo === undefined) return card;
  const image = new Image(56, 56);
  image.className = 'logo';
  image.alt = '';
  image.onload = () => letter.replaceWith(image);
  image.src = logo;
  return card;
}
