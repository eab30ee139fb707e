import { makeRoomFor } from '../bars/room-for-bar.ts';
import { readText, writeText } from '../storage/browser-storage.ts';

/** The browser's offer to install the site. It is not in TypeScript's DOM types, because only some browsers have it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

const dismissedKey = 'install-dismissed';

/** Shows the banner while the browser offers an installation. Once closed, it stays away in this tab. */
export function startInstallBanner(): void {
  const banner = document.querySelector<HTMLElement>('[data-install]');
  if (!banner || readText(dismissedKey, 'sessionStorage') !== null) return;
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
    writeText(dismissedKey, '1', 'sessionStorage');
  });
}
