import type { ArtName } from '../art/index.ts';
import type { IconName } from '../icons.ts';

/** What an app is about, as far as its invented screens show it. */
export interface ThemeWords {
  art: ArtName;
  /** Heads its lists and the middle of its pages. */
  title: string;
  /** Names in a menu, most important first. */
  menu: readonly string[];
  icons: readonly IconName[];
  /** Title and note of each row. */
  items: readonly (readonly [title: string, note: string])[];
  /** Its rows are money that came or went. */
  signed?: boolean;
  /** Money in its rows, from and to, in naira; null where rows have none. */
  amounts: readonly [number, number] | null;
  action: string;
}
