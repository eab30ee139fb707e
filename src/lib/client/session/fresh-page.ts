/** Reloads a page that the browser restores on going back, because it may show values from before a change. */
export function startFreshPage(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
