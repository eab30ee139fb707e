type OpenAt = (link: HTMLAnchorElement) => void;

/** Opens the screenshots of the strip in a full-screen viewer, which is loaded at the first press. */
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
        // Without the viewer's script the link opens the picture.
        location.href = link.href;
      },
    );
  });
}
