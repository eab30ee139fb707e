// The name, tagline, contact, colour, logo and legal texts that an operator has put into DATA_DIR/brand. They are read
// once, at the start, and a fault is refused there as one of the environment is.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { completeFacts, defaultBrand, type Brand, type OwnText } from '../../../shared/page/brand.ts';
import { oneLine } from '../../../shared/text/text.ts';
import { z } from '../../../shared/zod.ts';
import { brandFault, iconPaths, type Logo } from './icons.ts';

const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes).slice(0, 16);

// The colours that follow from the operator's one colour, in place of those of styles/tokens.css and of share cards.

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
function contrast(one: Hex, other: Hex): number {
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
const isReadable = (colour: Hex): boolean =>
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
  const green = `--green:${accent};--green-soft:${mix(surface, accent, 0.1)};--green-line:${mix(surface, accent, 0.3)}`;
  return `${green};--panel:${panel};--panel-warp:${warp};--panel-weft:${weft}`;
}

/** Without light-dark(), which old phones lack. Outside of all layers, so that it wins over styles/tokens.css. */
function styleOf(colour: Hex): string {
  const day = declarations(colour, light.surface, mix(colour, '#000000', 0.45));
  const night = declarations(lightened(colour), dark.surface, mix(colour, '#000000', 0.6));
  return (
    `:root{${day}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}@media screen{:root[data-theme=dark]{${night}}}`
  );
}

const errors = {
  settings: 'must hold an object in braces, with name, tagline, contact and colour.',
  // It is the name of the sender of mails as well, so it holds nothing that would end a name there.
  name: "name must have 1 to 30 letters, digits, spaces and . & ' + ! -, and begin with a letter or a digit.",
  tagline: 'tagline must be a text of one line, with 1 to 80 characters.',
  contact: 'contact must be one mail address, such as hello@apps.example.ng.',
  colour: 'colour must be a colour such as #0a5f8a.',
  pale: 'colour is too light: text in it cannot be read on white (WCAG 2.2, 4.5:1). Take a darker one.',
};

const text = (pattern: RegExp, error: string) => z.string(error).trim().regex(pattern, error);

const settingsSchema = z.strictObject(
  {
    name: text(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'’+!-]{0,29}$/u, errors.name).optional(),
    tagline: text(oneLine, errors.tagline).min(1, errors.tagline).max(80, errors.tagline).optional(),
    contact: text(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, errors.contact).optional(),
    colour: text(/^#[\da-f]{6}$/i, errors.colour)
      .toLowerCase()
      .refine(isReadable, errors.pale)
      .optional(),
  },
  errors.settings,
);

/** @returns null for the logo where there is none. @throws ConfigError on the first fault */
export function readBrand(dataDir: string) {
  const folder = join(dataDir, 'brand');
  const files: Buffer[] = [];
  const read = (name: string): Buffer | null => {
    const file = join(folder, name);
    if (!existsSync(file)) return null;
    try {
      const bytes = readFileSync(file);
      files.push(Buffer.from(name), bytes);
      return bytes;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw brandFault(file, `this user may not read it (${code}).`, error);
    }
  };
  const { contact, colour, ...facts } = readSettings(join(folder, 'brand.json'), read('brand.json'));
  const [logo = null] = (['svg', 'png'] as const).flatMap((kind): Logo[] => {
    const bytes = read(`logo.${kind}`);
    return bytes ? [{ kind, file: join(folder, `logo.${kind}`), bytes, hash: hashOf(bytes) }] : [];
  });
  const privacy = readText(read('privacy.md'));
  const terms = readText(read('terms.md'));
  const version = hashOf(Buffer.concat(files));
  if (files.length === 0) return { brand: defaultBrand, logo: null };
  const brand: Brand = {
    ...defaultBrand,
    ...completeFacts({ ...facts, contactEmail: contact }),
    ...(colour !== undefined && {
      style: styleOf(colour),
      // Of share cards: those of the light theme.
      cardColours: { accent: colour, onPanel, ...panelOf(mix(colour, '#000000', 0.45)) },
    }),
    ...(logo && iconPaths(logo)),
    looks: colour === undefined && logo === null ? '' : version,
    privacy,
    terms,
    version,
  };
  return { brand, logo };
}

function readSettings(file: string, bytes: Buffer | null): z.infer<typeof settingsSchema> {
  if (!bytes) return {};
  let given: unknown;
  try {
    given = JSON.parse(bytes.toString());
  } catch (error) {
    throw brandFault(file, `is not JSON: ${String(error)}.`, error);
  }
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw brandFault(file, parsed.error.issues[0]?.message ?? errors.settings);
}

/** @returns the text and its first heading. It is the operator's own, so nothing in it is refused. */
function readText(bytes: Buffer | null): OwnText | null {
  if (!bytes) return null;
  // The processor that Astro brings along, loaded only where there is such a text.
  const { markdownToHtml } = createRequire(import.meta.url)('satteri') as typeof import('satteri');
  const { html } = markdownToHtml(bytes.toString(), { features: { frontmatter: false } });
  const [heading = '', title = null] = /^\s*<h1[^>]*>([^<]*)<\/h1>/.exec(html) ?? [];
  // A wide table scrolls sideways, so the keyboard must reach it (WCAG 2.2, 2.1.1).
  return { title, html: html.slice(heading.length).replaceAll('<table>', '<table tabindex="0">') };
}
