import { themeKey } from '../../shared/browser-keys/storage-keys.ts';
import { readText } from '../storage.ts';

/** Sets the theme that was chosen in this browser. Without a choice the page follows the system. */
export function applyTheme({ dataset }: Pick<HTMLElement, 'dataset'>): void {
  const chosen = readText(themeKey);
  if (chosen === 'light' || chosen === 'dark') dataset['theme'] = chosen;
  else delete dataset['theme'];
}
