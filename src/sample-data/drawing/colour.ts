/** sRGB hex of an OKLCH colour. Chroma is lowered until the colour can be shown, so the hue and lightness hold. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  for (let c = chroma; ; c -= 0.005) {
    const channels = linearSrgb(lightness, Math.max(c, 0), hue);
    if (c > 0 && channels.some((value) => value < -0.001 || value > 1.001)) continue;
    return `#${channels.map(toHex).join('')}`;
  }
}

/** OKLab to linear sRGB, with the matrices of https://bottosson.github.io/posts/oklab/. */
function linearSrgb(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toHex(linear: number): string {
  const clamped = Math.min(Math.max(linear, 0), 1);
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
