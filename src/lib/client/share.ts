/** How long 'Link copied' stands on the button. */
const saidMs = 2_000;

/** Shows the ways to share that this browser has: its own sheet where there is one, WhatsApp where there is none. */
export function startShareLinks(): void {
  for (const share of document.querySelectorAll<HTMLElement>('[data-share]')) {
    const { share: url = '', shareTitle: title = '' } = share.dataset;
    const find = (name: string) => share.querySelector<HTMLElement>(`[data-share-${name}]`);
    const [copy, native, whatsapp, said] = ['copy', 'native', 'whatsapp', 'said'].map(find);
    if (copy && 'clipboard' in navigator) {
      copy.hidden = false;
      copy.addEventListener('click', () => void copyLink(copy, said, url));
    }
    if (native && 'share' in navigator) {
      native.hidden = false;
      if (whatsapp) whatsapp.hidden = true;
      native.addEventListener('click', () => {
        // Closing the sheet is a refusal too, and no fault.
        navigator.share({ title, url }).catch(() => undefined);
      });
    }
  }
}

async function copyLink(
  button: HTMLElement,
  said: HTMLElement | undefined | null,
  url: string,
): Promise<void> {
  const label = button.lastChild;
  const words = label?.textContent ?? '';
  const done = await navigator.clipboard.writeText(url).then(
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
