const root = document.documentElement.dataset;

const load = () => import('./saved-data.ts');

/** The switch in the menu. Whether data is saved was settled by the head's script, which also holds the pictures back. */
export function startDataSaver(): void {
  const box = document.querySelector<HTMLInputElement>('[data-saver-switch]');
  const isOn = root['saver'] !== undefined;
  if (box) box.checked = isOn;
  if (isOn) void load().then(({ startSaving }) => startSaving());
  box?.addEventListener('change', () => void load().then(({ setSaving }) => setSaving(box.checked)));
}
