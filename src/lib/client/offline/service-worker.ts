import { serviceWorkerPath } from '../../shared/browser-keys/offline.ts';

/** Registers the service worker once the page is loaded. A newer version is offered, never forced. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const register = async (): Promise<void> => {
    const registration = await serviceWorker.register(serviceWorkerPath);
    const offer = async (): Promise<void> => {
      const { waiting } = registration;
      // The first worker replaces no other.
      if (waiting && serviceWorker.controller) (await import('./new-version.ts')).offerNewVersion(waiting);
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => void offer());
    });
    await offer();
  };
  // Browsers refuse in private windows; the site works without the worker.
  const start = (): void => void register().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}
