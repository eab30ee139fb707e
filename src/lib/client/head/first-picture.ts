/**
 * Preloads the page's main picture (`data-first` of the root), unless data is saved. The picture itself is lazy, so it
 * would wait for the layout and the scripts.
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
