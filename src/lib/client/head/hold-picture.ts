/** A transparent pixel, shown instead of a picture that waits for a tap. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/**
 * Moves the addresses of a part of a `<picture>` into its dataset, where the page's data saver finds them. All pictures
 * load lazily, so none was requested yet.
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
  // Browsers draw the letter of a logo only if its image has no address.
  if (part.localName === 'img' && !dataset['letter']) part.setAttribute('src', placeholder);
}
