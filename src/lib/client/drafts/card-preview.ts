// Fills the card that pages/new.astro has rendered with the values that are typed into the wizard.
import { truncateAt } from '../../shared/schemas/limits.ts';
import { hueOf } from '../../shared/page/hue.ts';
import { initial } from '../../shared/page/placeholder.ts';
import { truncate } from '../../shared/text/text.ts';

export interface CardOwner {
  firstname: string;
  name: string;
  /** Address of the picture; null for the letter. */
  picture: string | null;
}

export interface CardContent {
  name: string;
  description: string;
  categories: readonly string[];
  /** Address of the picture; null for the letter. */
  logo: string | null;
  /** undefined until it is known. */
  owner: CardOwner | undefined;
}

/** An empty text shows the text that the card was rendered with. */
export function fillCard(
  preview: HTMLElement,
  { name, description, categories, logo, owner }: CardContent,
): void {
  const part = (selector: string): HTMLElement | null => preview.querySelector<HTMLElement>(selector);
  const shownName = setText(part('.card-head a'), name);
  setText(part('.card-head p'), categories.join(', '));
  setText(part('.card-text'), truncate(description, truncateAt.card));
  part('.card-text')?.classList.toggle('soft', description === '');
  showPicture(part('span.logo'), logo, shownName, shownName);
  if (!owner) return;
  setText(part('.owner > :last-child'), owner.name);
  showPicture(part('span.avatar'), owner.picture, owner.name, owner.firstname);
}

/** @returns the text that is shown */
function setText(element: HTMLElement | null, text: string): string {
  if (!element) return text;
  const rendered = (element.dataset['rendered'] ??= element.textContent.trim());
  return (element.textContent = text || rendered);
}

/** Shows the picture instead of the letter; without one, the first letter of `letterOf` in the colour of `name`. */
function showPicture(letter: HTMLElement | null, url: string | null, name: string, letterOf: string): void {
  if (!letter) return;
  letter.textContent = initial(letterOf);
  letter.style.setProperty('--h', String(hueOf(name)));
  letter.hidden = url !== null;
  const next = letter.nextElementSibling;
  const shown = next instanceof HTMLImageElement ? next : null;
  if (url === null) {
    shown?.remove();
    return;
  }
  const image = shown ?? new Image();
  if (image.getAttribute('src') !== url) image.src = url;
  image.alt = '';
  image.className = letter.className;
  image.style.cssText = letter.style.cssText;
  image.dataset['letter'] = letter.textContent;
  if (!shown) letter.after(image);
}
