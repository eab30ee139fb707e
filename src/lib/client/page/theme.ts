import { themeKey } from '../../shared/browser-keys/storage-keys.ts';
import { applyTheme } from '../head/theme.ts';
import { removeText, writeText } from '../storage/browser-storage.ts';

const themes = ['light', 'dark'] as const;

/** The switch in the menu: System, Light, Dark. The script in the head applies the choice before the first paint. */
export function startThemeSwitch(): void {
  const root = document.documentElement;
  const boxes = document.querySelectorAll<HTMLInputElement>('[data-theme-switch] input');
  const show = (): void => {
    const chosen = root.dataset['theme'] ?? 'system';
    for (const box of boxes) box.checked = box.value === chosen;
    colourBrowser(chosen);
  };
  for (const box of boxes) {
    box.addEventListener('change', () => {
      if (box.value === 'system') delete root.dataset['theme'];
      else root.dataset['theme'] = box.value;
      if (box.value === 'system') removeText(themeKey);
      else writeText(themeKey, box.value);
      show();
    });
  }
  show();
  // Going back can restore a page from before the theme was changed.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    applyTheme(root);
    show();
  });
  addEventListener('storage', ({ key }) => {
    if (key !== themeKey) return;
    applyTheme(root);
    show();
  });
}

/** The page has a colour of the browser's bars for each scheme of the system; a chosen theme sets its own for both. */
function colourBrowser(theme: string): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = (meta.dataset['own'] ??= meta.content);
    const other = themes.find((name) => name === theme && !meta.media.includes(name));
    const wanted =
      other && document.querySelector<HTMLMetaElement>(`meta[name=theme-color][media*=${other}]`);
    meta.content = wanted ? (wanted.dataset['own'] ?? wanted.content) : own;
  }
}
