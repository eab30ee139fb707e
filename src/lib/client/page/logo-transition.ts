// The logo of a card becomes that of the app's page, and back, where there is a mouse: both have the same name during
// the transition between the two documents. AppHero.astro names the one on the app's page.

export function startLogoTransition(): void {
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    if (viewTransition) nameLogo(activation?.entry.url, viewTransition.finished);
  });
  // Only a page from the back-forward cache runs its scripts before it is shown; others come back without this.
  addEventListener('pagereveal', ({ viewTransition }) => {
    const from = 'navigation' in globalThis ? navigation.activation?.from?.url : null;
    if (viewTransition) nameLogo(from, viewTransition.finished);
  });
}

/** @param url of the other page */
function nameLogo(url: string | null | undefined, finished: Promise<void>): void {
  const path = url && new URL(url).pathname;
  if (!path || !/^\/app\/[^/]+$/.test(path)) return;
  // An app may be in a shelf and in a list: the mouse or the focus tells which link was pressed.
  const links = [...document.querySelectorAll(`.app-name a[href="${CSS.escape(path)}"]`)];
  const link =
    links.find((one) => one.closest('li')?.matches(':hover')) ??
    links.find((one) => one === document.activeElement) ??
    links[0];
  const logo = link?.closest('.card, .row, .shelf-apps li')?.querySelector<HTMLElement>('.logo');
  if (!logo) return;
  // Of two elements with one name neither moves.
  const ofPage = document.querySelector<HTMLElement>('.hero-logo .logo');
  ofPage?.style.setProperty('view-transition-name', 'none');
  logo.style.setProperty('view-transition-name', 'app-logo');
  const reset = (): void => {
    for (const one of [ofPage, logo]) one?.style.removeProperty('view-transition-name');
  };
  // The promise of a transition that was skipped may fail.
  finished.then(reset, reset);
}
