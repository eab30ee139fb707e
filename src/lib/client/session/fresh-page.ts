/**
 * Reloads a page to which somebody goes back, because it may show values from before a change: the browser restores it
 * from its memory, or takes it from its cache without asking. Forms keep what was typed.
 */
export function startFreshPage(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // After a reload the type is 'reload', so that this happens once.
  if (navigation?.type === 'back_forward') location.reload();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
