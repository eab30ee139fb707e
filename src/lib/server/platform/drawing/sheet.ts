// SVG as text: shapes are strings, a sheet is what they are put on.

export type Markup = string | readonly Markup[];

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Declares a linear gradient; the result goes where a fill goes. The angle is in degrees, 0 is left to right. */
  gradient(from: string, to: string, angle?: number): string;
  /** `content` with everything outside of `outline` cut off. */
  clipped(outline: string, content: Markup): string;
  toSvg(content: Markup): string;
}

export function createSheet(width: number, height: number): Sheet {
  const definitions: string[] = [];
  const define = (markup: (id: string) => string) => {
    const id = `d${String(definitions.length)}`;
    definitions.push(markup(id));
    return `url(#${id})`;
  };
  return {
    width,
    height,
    gradient: (from, to, angle = 90) =>
      define(
        (id) =>
          `<linearGradient id="${id}" gradientTransform="rotate(${String(angle)} .5 .5)"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
      ),
    clipped(outline, content) {
      const clip = define((id) => `<clipPath id="${id}">${outline}</clipPath>`);
      return `<g clip-path="${clip}">${flat(content)}</g>`;
    },
    toSvg: (content) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}"><defs>${definitions.join('')}</defs>${flat(content)}</svg>`,
  };
}

function flat(markup: Markup): string {
  return typeof markup === 'string' ? markup : markup.map(flat).join('');
}

const n = (value: number) => String(Math.round(value * 100) / 100);

export function box(x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${fill}" ${more}/>`;
}

/** A box with a hairline and no more shadow than a flat interface has. */
export function card(x: number, y: number, w: number, h: number, fill: string, line: string, r = 14): string {
  return box(x, y, w, h, fill, r, `stroke="${line}"`);
}

export function disc(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
}

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function stroke(d: string, colour: string, width = 2, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

export function move(x: number, y: number, content: Markup, scale = 1): string {
  const size = scale === 1 ? '' : ` scale(${String(scale)})`;
  return `<g transform="translate(${n(x)} ${n(y)})${size}">${flat(content)}</g>`;
}

export function turn(degrees: number, x: number, y: number, content: Markup): string {
  return `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${flat(content)}</g>`;
}

export function faded(opacity: number, content: Markup): string {
  return `<g opacity="${String(opacity)}">${flat(content)}</g>`;
}

/** Part of a circle's edge; angles in turns, clockwise from the top. */
export function arc(x: number, y: number, r: number, from: number, to: number): string {
  const at = (turns: number) => {
    const angle = (turns - 0.25) * 2 * Math.PI;
    return `${n(x + r * Math.cos(angle))} ${n(y + r * Math.sin(angle))}`;
  };
  const large = to - from > 0.5 ? 1 : 0;
  return `M${at(from)}A${n(r)} ${n(r)} 0 ${String(large)} 1 ${at(Math.min(to, from + 0.9999))}`;
}

/** A smooth line through points, for charts. */
export function curve(points: readonly (readonly [number, number])[]): string {
  let d = '';
  let [lastX, lastY] = [0, 0];
  points.forEach(([x, y], index) => {
    const middle = n((lastX + x) / 2);
    d += index === 0 ? `M${n(x)} ${n(y)}` : `C${middle} ${n(lastY)} ${middle} ${n(y)} ${n(x)} ${n(y)}`;
    [lastX, lastY] = [x, y];
  });
  return d;
}
