/** Makes the key '/' focus the search box, or open the search page, except while a field has the focus. */
export function startSearchKey(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    const box = document.querySelector<HTMLInputElement>('[data-search-box]');
    if (box) box.focus();
    else document.querySelector<HTMLAnchorElement>('[data-search-link]')?.click();
  });
}
