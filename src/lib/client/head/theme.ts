import { themeKey } from '../../shared/browser-keys/theme-keys.ts';
import { readStored } from './read-stored.ts';

/** Shows the theme that was chosen in this browser; the system's own where none was. */
export function applyTheme({ dataset }: Pick<HTMLElement, 'dataset'>): void {
  const chosen = readStored(themeKey);
  if (chosen === 'light' || chosen === 'dark') dataset['theme'] = chosen;
  else delete dataset['theme'];
}
