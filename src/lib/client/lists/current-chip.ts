/** Scrolls a strip of chips to the current one, in browsers without `scroll-initial-target`. */
export function showCurrentChip(): void {
  if (CSS.supports('scroll-initial-target', 'nearest')) return;
  const chip = document.querySelector<HTMLElement>('.categories [aria-current]');
  const strip = chip?.closest('.categories');
  if (!chip || !strip) return;
  const { left, right } = chip.getBoundingClientRect();
  if (right > strip.clientWidth) strip.scrollLeft += (left + right - strip.clientWidth) / 2;
}
