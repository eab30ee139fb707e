import { serviceWorkerPath } from '../../shared/browser-keys/offline.ts';

/**
 * Has the browser keep what was read, once the page has all it needs. A version that comes later is offered, never
 * forced.
 */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const register = async (): Promise<void> => {
    const registration = await serviceWorker.register(serviceWorkerPath);
    const offer = async (): Promise<void> => {
      const { waiting } = registration;
      // The first worker of all replaces nothing.
      if (waiting && serviceWorker.controller) (await import('./new-version.ts')).offerNewVersion(waiting);
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => void offer());
    });
    await offer();
  };
  // Browsers refuse where they keep nothing, as in a private window; the site works all the same.
  const start = (): void => void register().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}
