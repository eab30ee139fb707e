/** How long 'Link copied' or its like stands on the button. */
const saidMs = 2_000;

/** Buttons that say so at the moment. */
const saying = new WeakSet<HTMLElement>();

/** Shows the ways to share that this browser has: its own sheet where there is one, WhatsApp where there is none. */
export function startShareLinks(): void {
  for (const share of document.querySelectorAll<HTMLElement>('[data-share]')) {
    const { share: url = '', shareTitle: title = '' } = share.dataset;
    const copy = share.querySelector<HTMLElement>('[data-share-copy]');
    const said = share.querySelector<HTMLElement>('[data-share-said]');
    copy?.addEventListener('click', () => void copyText(copy, { said, text: url, done: 'Link copied' }));
    if (!('share' in navigator)) continue;
    share.dataset['native'] = '';
    share.querySelector('[data-share-native]')?.addEventListener('click', () => {
      // Closing the sheet is a refusal too, and no fault.
      navigator.share({ title, url }).catch(() => undefined);
    });
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const { copy: id = '', copied: done = '' } = button.dataset;
    const said = document.querySelector<HTMLElement>('[data-share-said]');
    button.addEventListener('click', () => {
      const field = document.getElementById(id);
      if (field instanceof HTMLTextAreaElement) void copyText(button, { said, text: field.value, done });
    });
  }
}

/** Opens the browser's own sheet; copies the link where it has none. */
export async function shareLink(
  button: HTMLElement,
  { title, url }: { title: string; url: string },
): Promise<void> {
  if (!('share' in navigator) || typeof navigator.share !== 'function')
    await copyText(button, { said: null, text: url, done: 'Link copied' });
  // Closing the sheet is a refusal too, and no fault.
  else await navigator.share({ title, url }).catch(() => undefined);
}

interface Copy {
  /** Read out by screen readers. */
  said: HTMLElement | null;
  text: string;
  /** What the button says afterwards. */
  done: string;
}

async function copyText(button: HTMLElement, { said, text, done }: Copy): Promise<void> {
  const label = button.lastChild;
  // Browsers have a clipboard on https alone.
  const clipboard = 'clipboard' in navigator ? navigator.clipboard : null;
  const result = await (clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard.'))).then(
    () => done,
    () => 'Copying failed',
  );
  if (!label || saying.has(button)) return;
  const words = label.textContent;
  saying.add(button);
  label.textContent = ` ${result} `;
  if (said) said.textContent = result;
  setTimeout(() => {
    label.textContent = words;
    saying.delete(button);
    if (said) said.textContent = '';
  }, saidMs);
}
