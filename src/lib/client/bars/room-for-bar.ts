/**
 * Makes room for a bar over the end of the page: the floating button moves up, and the page grows by the bar's height.
 * @param bar null when it is gone
 */
export function makeRoomFor(bar: HTMLElement | null): void {
  document.documentElement.style.setProperty('--bar', `${String(bar?.offsetHeight ?? 0)}px`);
}
