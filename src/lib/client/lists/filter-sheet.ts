// The filters of a list, which narrow screens show as a dialog. One step back leaves the filtered list, however many
// filters were chosen: each choice replaces the address.

const sheet = '#filters';

export function startFilterSheet(): void {
  const dialog = document.querySelector<HTMLDialogElement>(`dialog${sheet}`);
  const key = document.querySelector<HTMLElement>('[data-open-filters]');
  if (!dialog || !key) return;
  const open = (): void => {
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-close-filters]')?.focus();
  };
  key.addEventListener('click', (event) => {
    event.preventDefault();
    open();
  });
  dialog.addEventListener('close', () => key.focus());
  dialog.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest('a');
    if (!dialog.open) return;
    // The shade around the sheet is the dialog itself.
    if (target === dialog || link?.matches('[data-close-filters]')) {
      event.preventDefault();
      dialog.close();
    } else if (link) {
      event.preventDefault();
      location.replace(link.href);
    }
  });
  // A page after a choice: the sheet stays open, and its fragment goes, so that closing is no step back.
  if (location.hash !== sheet || !matchMedia('(width < 992px)').matches) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  open();
}
