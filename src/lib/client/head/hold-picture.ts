/** A transparent pixel, shown in the place of a picture that waits for a tap. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/**
 * Takes the addresses off a part of a `<picture>` and keeps them in its dataset, where the page's data saver finds
 * them. All pictures load lazily, so none is on its way yet.
 */
export function holdPicture(part: HTMLElement): void {
  const { dataset } = part;
  if (!part.matches('picture > *') || dataset['held'] !== undefined) return;
  dataset['held'] = '';
  for (const name of ['src', 'srcset']) {
    const address = part.getAttribute(name);
    if (!address) continue;
    dataset[name] = address;
    part.removeAttribute(name);
  }
  // Browsers draw the letter of a logo only where its image has no address at all.
  if (part.localName === 'img' && !dataset['letter']) part.setAttribute('src', placeholder);
}
