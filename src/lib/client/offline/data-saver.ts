import { saverKey } from '../../shared/browser-keys/theme-keys.ts';

const root = document.documentElement.dataset;

const load = () => import('./saved-data.ts');

/**
 * The switch in the menu. Whether data is saved was settled by the head's script, which also holds the pictures back.
 */
export function startDataSaver(): void {
  const box = document.querySelector<HTMLInputElement>('[data-saver-switch]');
  const isOn = root['saver'] !== undefined;
  if (box) box.checked = isOn;
  if (isOn) void load().then(({ startSaving }) => startSaving());
  box?.addEventListener('change', () => {
    const { checked } = box;
    try {
      // At once: the next page may come before what follows.
      localStorage.setItem(saverKey, checked ? 'on' : 'off');
    } catch {
      // Storage is blocked: the choice lasts for this page.
    }
    void load().then(({ setSaving }) => setSaving(checked));
  });
}
