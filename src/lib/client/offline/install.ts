import { makeRoomFor } from '../page/bottom-bar.ts';

/** The browser's offer to install the site; not in TypeScript's DOM types, as only some browsers have it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

const dismissedKey = 'install-dismissed';

/** Shows the banner while the browser offers installation; closing it holds until the tab is closed. */
export function startInstallBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-install]');
  if (!banner || wasDismissed()) return;
  let offer: InstallPromptEvent | null = null;
  const hide = (): void => {
    banner.hidden = true;
    makeRoomFor(null);
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallPromptEvent;
    banner.hidden = false;
    makeRoomFor(banner);
  });
  addEventListener('appinstalled', hide);
  banner.querySelector('[data-accept]')?.addEventListener('click', () => {
    hide();
    void offer?.prompt();
  });
  banner.querySelector('[data-close]')?.addEventListener('click', () => {
    hide();
    try {
      sessionStorage.setItem(dismissedKey, '1');
    } catch {
      // Storage is blocked: it stays away on this page.
    }
  });
}

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(dismissedKey) !== null;
  } catch {
    return false;
  }
}
