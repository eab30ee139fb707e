// The script in the head of pages with forms. It runs before their scripts, because those cannot report that they do
// not load. layouts/FormPage.astro has it.
import { readJson, removeText, writeText } from '../storage.ts';
import { runJobs, scriptFailed } from './run-jobs.ts';

const root = document.documentElement;

/** Milliseconds that the scripts of a form may take. */
const patienceMs = 15_000;

/** Whether a form, or the page around it, still waits for its script. */
function isWaiting(): boolean {
  if (document.querySelector('astro-island[ssr]')) return true;
  return root.dataset['enhanced'] === undefined && document.querySelector('[data-island-status]') !== null;
}

/**
 * Sets `data-form` of the root to 'loading' or 'failed' while the scripts of a page's forms are late or have failed.
 * layouts/FormPage.astro shows it.
 */
function watchForms(): void {
  const fail = (): void => {
    if (isWaiting()) root.dataset['form'] = 'failed';
  };
  // Deferred, because Astro dispatches the event before it removes the attribute `ssr`.
  const settle = (): void => {
    setTimeout(() => {
      if (!isWaiting()) delete root.dataset['form'];
    });
  };
  addEventListener(scriptFailed, fail);
  addEventListener('astro:hydration-error', fail, true);
  addEventListener('astro:hydrate', settle, true);
  addEventListener('enhanced', settle);
  addEventListener('DOMContentLoaded', () => {
    if (!isWaiting()) return;
    root.dataset['form'] = 'loading';
    setTimeout(fail, patienceMs);
  });
}

/** Holds a form back that is sent before its script has come, which sends it then (islands/forms/Form.tsx). */
function holdEarly(): void {
  addEventListener('submit', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || !target.closest('astro-island[ssr]')) return;
    event.preventDefault();
    target.dataset['early'] = '';
  });
}

const key = 'typed-early';

/** Selects no password and no code, which are never stored. */
const fields = `astro-island[ssr] :is(input:not([type=password],[type=hidden],[type=checkbox],[type=radio],[type=file],[autocomplete=one-time-code]),textarea)`;

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Typed {
  path: string;
  values: Record<string, string>;
}

const textFields = (): TextField[] => [...document.querySelectorAll<TextField>(fields)];

/**
 * Keeps the typed text of a form whose scripts did not load, over the reload that tries again. `data-load-again` marks
 * the button that reloads the page.
 */
function keepTypedOnReload(): void {
  addEventListener('DOMContentLoaded', () => {
    const typed = readJson(key, 'sessionStorage') as Typed | null;
    removeText(key, 'sessionStorage');
    if (typed?.path !== location.pathname) return;
    for (const field of textFields()) field.value ||= typed.values[field.name] ?? '';
  });
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-load-again]')) return;
    const values = Object.fromEntries(textFields().map(({ name, value }) => [name, value]));
    writeText(key, JSON.stringify({ path: location.pathname, values } satisfies Typed), 'sessionStorage');
    location.reload();
  });
}

runJobs([keepTypedOnReload, holdEarly, watchForms]);
