// Keeps what was typed into a form whose scripts did not come, over the reload that tries again.

const key = 'typed-early';

/** No password and no code: those are stored nowhere. */
const fields = `astro-island[ssr] :is(input:not([type=password],[type=hidden],[type=checkbox],[type=radio],[type=file],[autocomplete=one-time-code]),textarea)`;

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Typed {
  /** Path of the page. */
  path: string;
  /** By the names of the fields. */
  values: Record<string, string>;
}

const textFields = (): NodeListOf<TextField> => document.querySelectorAll<TextField>(fields);

function keepTyped(): void {
  const named = [...textFields()].filter(({ name, value }) => name && value);
  const values = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  const typed: Typed = { path: location.pathname, values };
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Storage is blocked: the reload is still the only way to the form.
  }
}

function putTypedBack(): void {
  let text: string | null;
  try {
    text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept.
    return;
  }
  const typed = JSON.parse(text ?? 'null') as Typed | null;
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
