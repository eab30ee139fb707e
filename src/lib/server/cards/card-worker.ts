// Draws one share card as a JPEG, in a process of its own: index.ts starts it and says why.
import sharp from 'sharp';
import { cardSize, type CardContent, type Tile } from './card-content.ts';
import { drawLogo, type Logo } from '../platform/brand/icons.ts';
import { covers, label, onlyCovered, paragraph, widthOf, wrap, type Face } from '../platform/drawing/type.ts';
import type { Brand } from '../../shared/page/brand.ts';

/** What the operator of the site may choose. @typeParam Mark the logo */
interface Look<Mark> {
  name: string;
  colours: Brand['cardColours'];
  /** Null for the mark of the product. */
  logo: Mark | null;
}

export interface CardRequest {
  /** With data URLs in place of keys; '' for a picture that is missing. */
  content: CardContent;
  look: Look<Pick<Logo, 'kind' | 'bytes'>>;
}

/** Messengers ignore larger pictures: WhatsApp above 300 KB. */
const maxBytes = 300_000;
const qualities = [84, 72, 60, 45];

sharp.concurrency(1);
sharp.cache(false);

/** Pixels of a side of the logo in the panel of the site's own card. */
const logoSize = 224;

async function drawJpeg({ content, look }: CardRequest): Promise<Buffer> {
  // As a PNG, because an SVG inside an SVG would be drawn in both places.
  const png = look.logo && (await drawLogo(look.logo, logoSize));
  const logo = png && `data:image/png;base64,${png.toString('base64')}`;
  const drawn = sharp(Buffer.from(drawCard(content, { ...look, logo })))
    .resize(cardSize)
    .flatten()
    .removeAlpha();
  let card: Buffer | undefined;
  for (const quality of qualities) {
    card = await drawn.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
    if (card.byteLength < maxBytes) return card;
  }
  throw new Error(`The card takes ${String(card?.byteLength)} bytes.`);
}

// Ends when the other side has disconnected, or with a failure, which the other side notices.
process.on('message', (request) => {
  void drawJpeg(request as CardRequest).then((jpeg) => process.send?.(jpeg));
});

// The design of a share card: texts on paper at the left, a woven panel at the right.

/** The light theme of styles/tokens.css. */
const colours = {
  paper: '#fbfaf6',
  ink: '#17211c',
  soft: '#4a554f',
  edge: '#d9d8cf',
};

/** Parts of an SVG as text. */
type Markup = string | readonly Markup[];

const flat = (markup: Markup): string => (typeof markup === 'string' ? markup : markup.map(flat).join(''));

const n = (value: number) => String(Math.round(value * 100) / 100);

function box(x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${fill}" ${more}/>`;
}

const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

function move(x: number, y: number, content: Markup, scale = 1): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${scale})">${flat(content)}</g>`;
}

let clips = 0;
/** Clips `content` to `outline`. */
function clipped(outline: string, content: Markup): string {
  clips += 1;
  return `<clipPath id="c${clips}">${outline}</clipPath><g clip-path="url(#c${clips})">${flat(content)}</g>`;
}

/** With the data URL of the logo. */
type DrawnLook = Look<string>;

const left = 64;
const nameSizes = [84, 72, 60, 50];

/** @returns SVG */
function drawCard(content: CardContent, look: DrawnLook): string {
  const { width, height } = cardSize;
  const isWide = content.screenshot !== null && content.screenshot.ratio >= 1;
  const split = content.kind === 'site' ? 760 : isWide ? 640 : 760;
  const drawing = [
    box(0, 0, width, height, colours.paper),
    panel(split, look.colours),
    words(content, split - left - 48, look.colours.accent),
    content.screenshot
      ? screenshot(content.screenshot, split, look.colours.onPanel)
      : tiles(content, split, look),
    brandLine(look),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}">${flat(drawing)}</svg>`;
}

function panel(x: number, { panel, warp, weft }: Brand['cardColours']): Markup {
  const { width, height } = cardSize;
  const cloth: string[] = [];
  const bar = (d: string, colour: string) =>
    `<path d="${d}" stroke="${colour}" stroke-width="11" stroke-linecap="round" fill="none"/>`;
  for (let top = 0; top < height; top += 96) {
    for (let start = x; start < width; start += 96) {
      cloth.push(
        move(start, top, [
          bar('M8 10v28m16-28v28m16-28v28m16 20v28m16-28v28m16-28v28', warp),
          bar('M58 8h28m-28 16h28m-28 16h28M10 56h28m-28 16h28m-28 16h28', weft),
        ]),
      );
    }
  }
  return clipped(box(x, 0, width - x, height, '#000'), [box(x, 0, width - x, height, panel), cloth]);
}

/** The display face where it has every letter; the bold one has more alphabets. */
function faceFor(text: string): Face {
  return covers(text, 'display') ? 'display' : 'bold';
}

function words(content: CardContent, max: number, accent: string): Markup {
  const face = faceFor(content.title);
  const title = onlyCovered(content.title, face);
  const fits = (size: number) => {
    const lines = wrap(title, max, size, face);
    return (
      lines.length <= (content.kind === 'site' ? 4 : 2) &&
      lines.every((line) => widthOf(line, size, face) <= max)
    );
  };
  const size = nameSizes.find(fits) ?? 50;
  const tileSize = 136;
  const tileBottom = content.tile ? 56 + tileSize : 72;
  const firstLine = tileBottom + 28 + size * 0.8;
  const names = paragraph(left, firstLine, title, {
    face,
    size,
    fill: colours.ink,
    max,
    leading: 1.04,
    lines: content.kind === 'site' ? 4 : 2,
  });
  const textTop = firstLine + (names.length - 1) * size * 1.04 + 52;
  const text = onlyCovered(content.text, 'regular');
  const room = Math.max(1, Math.min(4, Math.floor((500 - textTop) / 40) + 1));
  const texts = text
    ? paragraph(left, textTop, text, {
        size: 29,
        face: 'regular',
        fill: colours.soft,
        max,
        leading: 1.38,
        lines: room,
      })
    : [];
  const noteY = Math.min(524, textTop + texts.length * 40 + (texts.length > 0 ? 8 : 0));
  return [
    content.tile ? tile(content.tile, left, 56, tileSize, content.kind === 'user') : [],
    names,
    texts,
    label(left, noteY, onlyCovered(content.note, 'medium'), {
      size: 27,
      face: 'medium',
      fill: accent,
      max,
    }),
  ];
}

function tile(one: Tile, x: number, y: number, size: number, round = false): Markup {
  const radius = round ? size / 2 : size * 0.24;
  const outline = box(x, y, size, size, '#000', radius);
  const face = faceFor(one.letter);
  const inside = one.picture
    ? [box(x, y, size, size, '#ffffff'), image(one.picture, x, y, size, size)]
    : [
        box(x, y, size, size, `hsl(${String(one.hue)}, 40%, 30%)`),
        label(x + size / 2, y + size * 0.665, onlyCovered(one.letter, face), {
          size: size * 0.48,
          face,
          fill: '#fff',
          isCentred: true,
        }),
      ];
  return [
    clipped(outline, inside),
    box(x + 0.5, y + 0.5, size - 1, size - 1, 'none', radius, `stroke="${colours.ink}" stroke-opacity=".12"`),
  ];
}

function image(url: string, x: number, y: number, w: number, h: number): string {
  return `<image href="${url}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" preserveAspectRatio="xMidYMin slice"/>`;
}

/** A screenshot that extends beyond the edge of the card. */
function screenshot(
  { key: url, ratio }: { key: string; ratio: number },
  split: number,
  edge: string,
): Markup {
  if (url === '') return [];
  const isWide = ratio >= 1;
  const w = isWide ? 780 : 320;
  const h = isWide ? w / ratio : Math.max(w / ratio, cardSize.height);
  const x = isWide ? split + 48 : split + (cardSize.width - split - w) / 2;
  const y = isWide ? Math.max(64, (cardSize.height - h) / 2) : 64;
  const radius = isWide ? 18 : 32;
  return [
    clipped(box(x, y, w, h, '#000', radius), image(url, x, y, w, h)),
    box(x, y, w, h, 'none', radius, `stroke="${edge}" stroke-opacity=".35" stroke-width="2"`),
  ];
}

/** The apps of a user, or the logo of the site where there are none. */
function tiles(content: CardContent, split: number, look: DrawnLook): Markup {
  const middle = split + (cardSize.width - split) / 2;
  if (content.tiles.length === 0) return move(middle - 112, 203, mark(look), 7);
  const columns = content.tiles.length === 1 ? 1 : 2;
  const size = 132;
  const step = size + 28;
  const rows = Math.ceil(content.tiles.length / columns);
  const x = middle - (columns * step - 28) / 2;
  const y = (cardSize.height - (rows * step - 28)) / 2;
  return content.tiles.map((one, index) =>
    tile(one, x + (index % columns) * step, y + Math.floor(index / columns) * step, size),
  );
}

/** As in components/ui/Mark.astro, on 32 units. */
function mark({ logo }: DrawnLook): Markup {
  if (logo !== null) return image(logo, 0, 0, 32, 32);
  return [
    box(0, 0, 32, 32, '#fffefb', 8),
    shape('M11 0v32H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8zM21 0h3a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-3z', '#0a7a3d'),
    shape('M11 2v12l10 16V18z', '#0b4a28'),
  ];
}

function brandLine(look: DrawnLook): Markup {
  return [
    move(left, 558, mark(look), 1.25),
    look.logo === null ? box(left + 0.5, 558.5, 39, 39, 'none', 10, `stroke="${colours.edge}"`) : [],
    label(left + 56, 588, look.name, { size: 30, face: 'display', fill: colours.ink }),
  ];
}
