/** How long 'Link copied' stands on the button. */
const saidMs = 2_000;

/** Shows the ways to share that this browser has: its own sheet where there is one, WhatsApp where there is none. */
export function startShareLinks(): void {
  for (const share of document.querySelectorAll<HTMLElement>('[data-share]')) {
    const { share: url = '', shareTitle: title = '' } = share.dataset;
    const copy = share.querySelector<HTMLElement>('[data-share-copy]');
    const said = share.querySelector<HTMLElement>('[data-share-said]');
    copy?.addEventListener('click', () => void copyLink(copy, said, url));
    if (!('share' in navigator)) continue;
    share.dataset['native'] = '';
    share.querySelector('[data-share-native]')?.addEventListener('click', () => {
      // Closing the sheet is a refusal too, and no fault.
      navigator.share({ title, url }).catch(() => undefined);
    });
  }
}

async function copyLink(button: HTMLElement, said: HTMLElement | null, url: string): Promise<void> {
  const label = button.lastChild;
  const words = label?.textContent ?? '';
  // Browsers have a clipboard on https alone.
  const clipboard = 'clipboard' in navigator ? navigator.clipboard : null;
  const done = await (clipboard?.writeText(url) ?? Promise.reject(new Error('No clipboard.'))).then(
    () => 'Link copied',
    () => 'Copying failed',
  );
  if (!label || label.textContent !== words) return;
  label.textContent = ` ${done} `;
  if (said) said.textContent = done;
  setTimeout(() => {
    label.textContent = words;
    if (said) said.textContent = '';
  }, saidMs);
}
