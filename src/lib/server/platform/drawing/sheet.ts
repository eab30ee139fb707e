// Makes SVG as text. Shapes are strings.

export type Markup = string | readonly Markup[];

export interface Sheet {
  /** Clips `content` to `outline`. */
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

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function move(x: number, y: number, content: Markup, scale = 1): string {
  const size = scale === 1 ? '' : ` scale(${String(scale)})`;
  return `<g transform="translate(${n(x)} ${n(y)})${size}">${flat(content)}</g>`;
}
