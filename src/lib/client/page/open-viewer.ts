type OpenAt = (link: HTMLAnchorElement) => void;

/** Opens the screenshots of the strip in a full-screen viewer, which is fetched when somebody wants one. */
export function startViewer(): void {
  const strip = document.querySelector<HTMLElement>('[data-shots]');
  let prepared: Promise<OpenAt | null> | undefined;
  strip?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    prepared ??= import('./viewer.ts').then(({ prepareViewer }) => prepareViewer(strip));
    prepared.then(
      (open) => open?.(link),
      () => {
        // No network for the viewer: the picture alone, as without a script.
        location.href = link.href;
      },
    );
  });
}
