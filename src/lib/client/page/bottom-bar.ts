/**
 * Makes room for a bar over the end of the page: the floating button moves up, and the page grows by the bar's height.
 * @param bar null when it is gone
 */
export function makeRoomFor(bar: HTMLElement | null): void {
  document.documentElement.style.setProperty('--bar', `${String(bar?.offsetHeight ?? 0)}px`);
}

/** Adds the bar to the page until `close` is pressed. */
export function showBar(bar: HTMLElement, close: HTMLElement): void {
  document.body.append(bar);
  makeRoomFor(bar);
  close.addEventListener('click', () => {
    bar.remove();
    makeRoomFor(null);
  });
}

export function barButton(text: string, className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  return button;
}
