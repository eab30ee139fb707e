import { saverKey } from '../../shared/browser-keys/storage-keys.ts';
import { writeText } from '../storage/browser-storage.ts';

const root = document.documentElement.dataset;

const load = () => import('./saved-data.ts');

/** The switch in the menu. The script in the head has decided whether data is saved, and holds the pictures back. */
export function startDataSaver(): void {
  const box = document.querySelector<HTMLInputElement>('[data-saver-switch]');
  const isOn = root['saver'] !== undefined;
  if (box) box.checked = isOn;
  if (isOn) void load().then(({ startSaving }) => startSaving());
  box?.addEventListener('change', () => {
    const { checked } = box;
    // Stored before the import, because the next page may open before that has loaded.
    writeText(saverKey, checked ? 'on' : 'off');
    void load().then(({ setSaving }) => setSaving(checked));
  });
}
