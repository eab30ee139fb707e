/**
 * Links marked `data-back` go back in history where there is a page of this site to go back to; otherwise they lead
 * where they say.
 */
export function startBackLinks(): void {
  if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-back]')) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      history.back();
    });
  }
}
