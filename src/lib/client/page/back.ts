/** Makes links with `data-back` go back in history if the page before is one of this site. */
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
