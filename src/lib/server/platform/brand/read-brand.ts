// The name, tagline, contact, colour, logo and legal texts that an operator has put into DATA_DIR/brand. They are read
// once, at the start, and a fault is refused there as one of the environment is.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { completeFacts, defaultBrand, type Brand, type OwnText } from '../../../shared/page/brand.ts';
import { oneLine } from '../../../shared/text/text.ts';
import { z } from '../../../shared/zod.ts';
import { cardColoursOf, isReadable, styleOf } from './colours.ts';
import { iconPaths } from './icon-files.ts';

/** The operator's logo. */
export interface Logo {
  kind: 'svg' | 'png';
  /** Path of the file, for errors. */
  file: string;
  bytes: Uint8Array;
  /** Names what is made of it. */
  hash: string;
}

export interface OwnBrand {
  brand: Brand;
  /** Null where there is none. */
  logo: Logo | null;
}

/** Its message names the file and what is wrong with it, in one line. */
export class BrandFault extends Error {
  constructor(file: string, sentence: string, options?: ErrorOptions) {
    super(`${file}: ${sentence.replace(/\s+/g, ' ')}`, options);
  }
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

const settingsSchema = z.strictObject(
  {
    name: z
      .string(errors.name)
      .trim()
      .max(30, errors.name)
      .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'’+!-]*$/u, errors.name)
      .optional(),
    tagline: z
      .string(errors.tagline)
      .trim()
      .min(1, errors.tagline)
      .max(80, errors.tagline)
      .regex(oneLine, errors.tagline)
      .optional(),
    contact: z
      .string(errors.contact)
      .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, errors.contact)
      .optional(),
    colour: z
      .string(errors.colour)
      .regex(/^#[\da-f]{6}$/i, errors.colour)
      .toLowerCase()
      .refine(isReadable, errors.pale)
      .optional(),
  },
  errors.settings,
);

/** @throws BrandFault on the first fault */
export function readBrand(dataDir: string): OwnBrand {
  const folder = join(dataDir, 'brand');
  const hash = createHash('sha256');
  const files: Buffer[] = [];
  const read = (name: string): Buffer | null => {
    const file = join(folder, name);
    if (!existsSync(file)) return null;
    try {
      const bytes = readFileSync(file);
      hash.update(name).update(bytes);
      files.push(bytes);
      return bytes;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new BrandFault(file, `this user may not read it (${code}).`, { cause: error });
    }
  };
  const { contact, colour, ...facts } = readSettings(join(folder, 'brand.json'), read('brand.json'));
  const logo =
    readLogo(join(folder, 'logo.svg'), read('logo.svg')) ??
    readLogo(join(folder, 'logo.png'), read('logo.png'));
  const privacy = readText(read('privacy.md'));
  const terms = readText(read('terms.md'));
  const version = hash.digest('hex').slice(0, 16);
  if (files.length === 0) return { brand: defaultBrand, logo: null };
  const brand: Brand = {
    ...defaultBrand,
    ...completeFacts({ ...facts, contactEmail: contact }),
    ...(colour !== undefined && { style: styleOf(colour), cardColours: cardColoursOf(colour) }),
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
    throw new BrandFault(file, `is not JSON: ${String(error)}.`, { cause: error });
  }
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new BrandFault(file, parsed.error.issues[0]?.message ?? errors.settings);
}

const logoHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

function readLogo(file: string, bytes: Buffer | null): Logo | null {
  if (!bytes) return null;
  const kind = file.endsWith('.svg') ? 'svg' : 'png';
  return { kind, file, bytes, hash: logoHash(bytes) };
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
