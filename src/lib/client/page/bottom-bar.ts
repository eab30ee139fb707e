/**
 * Makes room for a bar that lies over the foot of the page: the floating button moves up, and the page gets longer by
 * it.
 * @param bar null when it is gone
 */
export function makeRoomFor(bar: HTMLElement | null): void {
  document.documentElement.style.setProperty('--bar', `${String(bar?.offsetHeight ?? 0)}px`);
}
