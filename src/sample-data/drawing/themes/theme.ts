import type { PhoneScreenName } from '../phone/screens.ts';
import type { WebScreenName } from '../web/screens.ts';
import type { ThemeWords } from './theme-words.ts';

/** What an app is about, and the screens that show it. */
export interface Theme extends ThemeWords {
  phone: readonly PhoneScreenName[];
  web: readonly WebScreenName[];
}
