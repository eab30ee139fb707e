/**
 * Links marked `data-back` go back in history where there is a page of this site to go back to (shared/theme-script.ts has
 * looked); otherwise they lead where they say.
 */
export function startBackLinks(): void {
  if (document.documentElement.classList.contains('entry')) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-back]')) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      history.back();
    });
  }
}
