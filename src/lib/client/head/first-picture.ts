/**
 * Asks for the picture that the page is judged by (`data-first` of the root) at once: the picture itself is lazy, so
 * that it would wait for the layout and behind the scripts. Not where data is saved.
 */
export function preloadFirstPicture({ dataset }: Pick<HTMLElement, 'dataset'>): void {
  const { first, firstSizes = '', saver } = dataset;
  if (first === undefined || saver !== undefined) return;
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcset: first,
    imageSizes: firstSizes,
    fetchPriority: 'high',
  } satisfies Partial<HTMLLinkElement>);
  document.head.append(link);
}
