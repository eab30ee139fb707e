const refused = /[^\p{Letter}\p{Mark}\p{Number}_]/gu;

/** Lets only letters, digits and underscores into the search box: search compares names without anything else. */
export function startSearchBox(): void {
  const box = document.querySelector<HTMLInputElement>('[data-search-box]');
  box?.addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertText' && event.data && event.data.replace(refused, '') === '')
      event.preventDefault();
  });
  // What is pasted, dropped or swiped in keeps its letters.
  box?.addEventListener('input', (event) => {
    if (event instanceof InputEvent && event.isComposing) return;
    const clean = box.value.replace(refused, '');
    if (clean !== box.value) box.value = clean;
  });
}
