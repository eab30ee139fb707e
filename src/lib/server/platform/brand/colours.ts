// The colours that follow from the operator's one colour, in place of those of styles/tokens.css and of share cards.
import { defaultBrand, type CardColours } from '../../../shared/page/brand.ts';

/** #rrggbb in lower case. */
type Hex = string;

const channels = (colour: Hex): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, 1.4.3. @returns from 1 for the same colour to 21 for black on white */
export function contrast(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param share of `over`, from 0 to 1 */
function mix(under: Hex, over: Hex, share: number): Hex {
  const top = channels(over);
  const mixed = channels(under).map((value, at) => value + ((top[at] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Text of any size. */
const leastContrast = 4.5;
/** As in styles/tokens.css: what the accent lies on, the worst of it first. */
const light = { ground: '#e3f0e5', surface: '#fffefb' };
const dark = { ground: '#1c3226', surface: '#151e1a' };
const onPanel = defaultBrand.cardColours.onPanel;

/** Whether text in the colour, and white text on it, can be read in the light theme. */
export const isReadable = (colour: Hex): boolean =>
  [light.ground, mix(light.surface, colour, 0.1), light.surface].every(
    (ground) => contrast(colour, ground) >= leastContrast,
  );

/** The colour, as much lighter as the dark theme needs. */
function lightened(colour: Hex): Hex {
  const steps = Array.from({ length: 10 }, (_, step) => mix(colour, '#ffffff', step / 10));
  return steps.find((one) => contrast(one, dark.ground) >= leastContrast) ?? '#ffffff';
}

const panelOf = (panel: Hex) => ({
  panel,
  warp: mix(panel, onPanel, 0.1),
  weft: mix(panel, onPanel, 0.25),
});

function declarations(accent: Hex, surface: Hex, panel: Hex): string {
  const { warp, weft } = panelOf(panel);
  const values = {
    '--green': accent,
    '--green-soft': mix(surface, accent, 0.1),
    '--green-line': mix(surface, accent, 0.3),
    '--panel': panel,
    '--panel-warp': warp,
    '--panel-weft': weft,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

/** Without light-dark(), which old phones lack. Outside of all layers, so that it wins over styles/tokens.css. */
export function styleOf(colour: Hex): string {
  const day = declarations(colour, light.surface, mix(colour, '#000000', 0.45));
  const night = declarations(lightened(colour), dark.surface, mix(colour, '#000000', 0.6));
  return (
    `:root{${day}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}@media screen{:root[data-theme=dark]{${night}}}`
  );
}

/** Colours of share cards: those of the light theme. */
export const cardColoursOf = (colour: Hex): CardColours => ({
  accent: colour,
  onPanel,
  ...panelOf(mix(colour, '#000000', 0.45)),
});
