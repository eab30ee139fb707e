/** Milliseconds for which a button shows its result, such as 'Link copied'. */
const resultMs = 2_000;

const showingResult = new WeakSet<HTMLElement>();

/** Shows the browser's own share sheet if it has one, and WhatsApp if not. */
export function startShareLinks(): void {
  for (const share of document.querySelectorAll<HTMLElement>('[data-share]')) {
    const { share: url = '', shareTitle: title = '' } = share.dataset;
    const copy = share.querySelector<HTMLElement>('[data-share-copy]');
    const status = share.querySelector<HTMLElement>('[data-share-status]');
    copy?.addEventListener('click', () => void copyText(copy, url, 'Link copied', status));
    if (!('share' in navigator)) continue;
    share.dataset['native'] = '';
    const native = share.querySelector<HTMLElement>('[data-share-native]');
    native?.addEventListener('click', () => void shareLink(native, { title, url }));
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const { copy: id = '', copied: done = '' } = button.dataset;
    const status = document.querySelector<HTMLElement>('[data-share-status]');
    button.addEventListener('click', () => {
      const field = document.getElementById(id);
      if (field instanceof HTMLTextAreaElement) void copyText(button, field.value, done, status);
    });
  }
}

/** Opens the browser's share sheet, or copies the link if it has none. */
export async function shareLink(
  button: HTMLElement,
  { title, url }: { title: string; url: string },
): Promise<void> {
  if (!('share' in navigator) || typeof navigator.share !== 'function')
    await copyText(button, url, 'Link copied');
  // Closing the sheet rejects as well.
  else await navigator.share({ title, url }).catch(() => undefined);
}

/** @param done the button's text after copying @param status the element that screen readers announce */
async function copyText(
  button: HTMLElement,
  text: string,
  done: string,
  status: HTMLElement | null = null,
): Promise<void> {
  const label = button.lastChild;
  // Browsers have a clipboard on https only.
  const clipboard = 'clipboard' in navigator ? navigator.clipboard : null;
  const result = await (clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard.'))).then(
    () => done,
    () => 'Copying failed',
  );
  if (!label || showingResult.has(button)) return;
  const words = label.textContent;
  showingResult.add(button);
  label.textContent = ` ${result} `;
  if (status) status.textContent = result;
  setTimeout(() => {
    label.textContent = words;
    showingResult.delete(button);
    if (status) status.textContent = '';
  }, resultMs);
}
