// The colours that an operator may set, and what follows from them: the check of their contrast, the rules that replace
// those of styles/tokens.css, and the colours of share cards.
import { defaultBrand, type CardColours } from '../../../shared/page/brand.ts';
import { contrast, mix, type Hex } from './contrast.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const colourNames = ['accent', 'onAccent', 'panel', 'onPanel'] as const;
export type OwnColours = Partial<Record<(typeof colourNames)[number], Hex | undefined>>;

interface Palette {
  accent: Hex;
  onAccent: Hex;
  /** A tint of the surface, below text in the accent. */
  soft: Hex;
  line: Hex;
  panel: Hex;
  onPanel: Hex;
  warp: Hex;
  weft: Hex;
}

interface Ground {
  paper: Hex;
  surface: Hex;
  sunken: Hex;
}

/** As in styles/tokens.css, where the accent is written as oklch. */
const grounds: Record<Theme, Ground> = {
  light: { paper: '#fbfaf6', surface: '#fffefb', sunken: '#f2f1ea' },
  dark: { paper: '#0e1512', surface: '#151e1a', sunken: '#1b2621' },
};
const palettes: Record<Theme, Palette> = {
  light: {
    accent: '#006738',
    onAccent: '#fffefb',
    soft: '#e3f0e5',
    line: '#b9d8c0',
    panel: '#0c3a24',
    onPanel: '#f6f5ec',
    warp: '#14512f',
    weft: '#1f7a48',
  },
  dark: {
    accent: '#59d38c',
    onAccent: '#08140d',
    soft: '#1c3226',
    line: '#2f5640',
    panel: '#12291e',
    onPanel: '#f6f5ec',
    warp: '#193a2a',
    weft: '#25563c',
  },
};

/** WCAG 2.2, 1.4.3: text of any size. */
const leastContrast = 4.5;

function paletteOf(theme: Theme, own: OwnColours): Palette {
  const { surface } = grounds[theme];
  const found = { ...palettes[theme] };
  if (own.accent !== undefined) {
    found.accent = own.accent;
    found.soft = mix(surface, own.accent, 0.1);
    found.line = mix(surface, own.accent, 0.3);
  }
  if (own.panel !== undefined) found.panel = own.panel;
  found.onAccent = own.onAccent ?? found.onAccent;
  found.onPanel = own.onPanel ?? found.onPanel;
  if (own.panel !== undefined || own.onPanel !== undefined) {
    found.warp = mix(found.panel, found.onPanel, 0.1);
    found.weft = mix(found.panel, found.onPanel, 0.25);
  }
  return found;
}

interface Pair {
  text: keyof OwnColours;
  ground: Hex;
  /** What the pair is, for the sentence. */
  named: string;
  /** Whether both are the operator's to choose. */
  below?: keyof OwnColours;
}

function pairsOf(theme: Theme, palette: Palette): Pair[] {
  const { paper, surface, sunken } = grounds[theme];
  return [
    { text: 'onAccent', ground: palette.accent, named: 'text of buttons needs', below: 'accent' },
    { text: 'accent', ground: paper, named: 'links on the page need' },
    { text: 'accent', ground: surface, named: 'links on cards need' },
    { text: 'accent', ground: sunken, named: 'links on sunken parts need' },
    { text: 'accent', ground: palette.soft, named: 'labels on a tint of the same colour need' },
    { text: 'onPanel', ground: palette.panel, named: 'slogans need', below: 'panel' },
  ];
}

/** @returns one sentence for the first pair that cannot be read, or null */
export function unreadablePair(theme: Theme, own: OwnColours): string | null {
  if (Object.values(own).every((colour) => colour === undefined)) return null;
  const palette = paletteOf(theme, own);
  for (const { text, ground, named, below } of pairsOf(theme, palette)) {
    const colour = palette[text];
    const ratio = contrast(colour, ground);
    if (ratio >= leastContrast) continue;
    const other = below === undefined ? ground : `colours.${theme}.${below} ${ground}`;
    // Rounded down, so that 4.499 is not said to be the 4.5 that it lacks.
    const said = (Math.floor(ratio * 100) / 100).toFixed(2);
    const way = below === undefined && theme === 'light' ? 'a darker one' : 'a lighter one';
    const advice = below === undefined ? `Take ${way}.` : 'Set the two further apart.';
    return `colours.${theme}.${text} ${colour} on ${other} has a contrast of ${said}:1, and ${named} ${leastContrast}:1. ${advice}`;
  }
  return null;
}

const variables: Record<keyof Palette, string> = {
  accent: '--green',
  onAccent: '--on-green',
  soft: '--green-soft',
  line: '--green-line',
  panel: '--panel',
  onPanel: '--on-panel',
  warp: '--panel-warp',
  weft: '--panel-weft',
};

const keys = Object.keys(variables) as (keyof Palette)[];

/** Only what differs from styles/tokens.css. */
function declarations(theme: Theme, own: OwnColours): string {
  const palette = paletteOf(theme, own);
  return keys
    .filter((key) => palette[key] !== palettes[theme][key])
    .map((key) => `${variables[key]}:${palette[key]}`)
    .join(';');
}

/**
 * Without light-dark(), which old phones lack. Outside of all layers, so that it wins over styles/tokens.css.
 * @returns null where nothing differs
 */
export function styleOf(own: Partial<Record<Theme, OwnColours | undefined>>): string | null {
  const light = declarations('light', own.light ?? {});
  const dark = declarations('dark', own.dark ?? {});
  // A theme without colours of its own keeps those of the product, so each rule is for one theme alone. Paper has the
  // light theme, whatever the screen has.
  const rules = [
    light &&
      `@media (prefers-color-scheme:light){:root:not([data-theme=dark]){${light}}}:root[data-theme=light]{${light}}@media print{:root{${light}}}`,
    dark &&
      `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}@media screen{:root[data-theme=dark]{${dark}}}`,
  ].filter(Boolean);
  return rules.length === 0 ? null : rules.join('');
}

/** Colours of share cards: those of the light theme. */
export function cardColoursOf(own: OwnColours): CardColours {
  const { accent, panel, onPanel, warp, weft } = paletteOf('light', own);
  const known = defaultBrand.cardColours;
  if (own.accent === undefined) return { ...known, panel, onPanel, warp, weft };
  return { accent, panel, onPanel, warp, weft };
}
