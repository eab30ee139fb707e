// Keeps the typed text of a form whose scripts did not load, over the reload that tries again.
import { readJson, removeText, writeText } from '../storage/browser-storage.ts';

const key = 'typed-early';

/** Selects no password and no code, which are never stored. */
const fields = `astro-island[ssr] :is(input:not([type=password],[type=hidden],[type=checkbox],[type=radio],[type=file],[autocomplete=one-time-code]),textarea)`;

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Typed {
  /** Path of the page. */
  path: string;
  /** The texts by the names of their fields. */
  values: Record<string, string>;
}

const textFields = (): NodeListOf<TextField> => document.querySelectorAll<TextField>(fields);

function keepTyped(): void {
  const named = [...textFields()].filter(({ name, value }) => name && value);
  const values = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  const typed: Typed = { path: location.pathname, values };
  writeText(key, JSON.stringify(typed), 'sessionStorage');
}

function putTypedBack(): void {
  const typed = readJson(key, 'sessionStorage') as Typed | null;
  removeText(key, 'sessionStorage');
  if (typed?.path !== location.pathname) return;
  for (const field of textFields()) field.value ||= typed.values[field.name] ?? '';
}

/** `data-load-again` marks the button that reloads the page. */
export function keepTypedOnReload(): void {
  addEventListener('DOMContentLoaded', putTypedBack);
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-load-again]')) return;
    keepTyped();
    location.reload();
  });
}
