// Contrast of colours as WCAG 2.2 defines it (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).

/** #rrggbb in lower case. */
export type Hex = string;

const channels = (colour: Hex): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @returns from 1 for the same colour to 21 for black on white */
export function contrast(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param share of `over`, from 0 to 1 */
export function mix(under: Hex, over: Hex, share: number): Hex {
  const top = channels(over);
  const mixed = channels(under).map((value, at) => value + ((top[at] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
