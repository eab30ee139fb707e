// Whether the scripts of a page's forms have failed or are late, which components/ui/IslandStatus.astro shows. This
// stands in the head because a script that is fetched cannot report that scripts do not come. `data-form` is 'loading',
// 'failed', or absent.

/** Time that the scripts of a form may take. */
const patienceMs = 15_000;

/** Whether a form, or the page that it stands on, still waits for its script. */
function isWaiting({ dataset }: HTMLElement): boolean {
  if (document.querySelector('astro-island[ssr]')) return true;
  return dataset['enhanced'] === undefined && document.querySelector('[data-island-status]') !== null;
}

export function markFormFailed(root: HTMLElement): void {
  if (isWaiting(root)) root.dataset['form'] = 'failed';
}

export function watchForms(root: HTMLElement): void {
  const fail = (): void => markFormFailed(root);
  // Deferred, because Astro tells of a form before it takes the attribute `ssr` off.
  const settle = (): void => {
    setTimeout(() => {
      if (!isWaiting(root)) delete root.dataset['form'];
    });
  };
  addEventListener('astro:hydration-error', fail, true);
  addEventListener('astro:hydrate', settle, true);
  addEventListener('enhanced', settle);
  addEventListener('DOMContentLoaded', () => {
    if (!isWaiting(root)) return;
    root.dataset['form'] = 'loading';
    setTimeout(fail, patienceMs);
  });
}
