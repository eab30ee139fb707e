// Sets `data-form` of the root to 'loading' or 'failed' while the scripts of a page's forms are late or have failed.
// layouts/FormPage.astro shows it. This is in the head, because a fetched script cannot report that scripts
// do not load.
import { scriptFailed } from './late-scripts.ts';

/** Milliseconds that the scripts of a form may take. */
const patienceMs = 15_000;

/** Whether a form, or the page around it, still waits for its script. */
function isWaiting({ dataset }: HTMLElement): boolean {
  if (document.querySelector('astro-island[ssr]')) return true;
  return dataset['enhanced'] === undefined && document.querySelector('[data-island-status]') !== null;
}

function markFormFailed(root: HTMLElement): void {
  if (isWaiting(root)) root.dataset['form'] = 'failed';
}

export function watchForms(root: HTMLElement): void {
  const fail = (): void => markFormFailed(root);
  // Deferred, because Astro dispatches the event before it removes the attribute `ssr`.
  const settle = (): void => {
    setTimeout(() => {
      if (!isWaiting(root)) delete root.dataset['form'];
    });
  };
  addEventListener(scriptFailed, fail);
  addEventListener('astro:hydration-error', fail, true);
  addEventListener('astro:hydrate', settle, true);
  addEventListener('enhanced', settle);
  addEventListener('DOMContentLoaded', () => {
    if (!isWaiting(root)) return;
    root.dataset['form'] = 'loading';
    setTimeout(fail, patienceMs);
  });
}
