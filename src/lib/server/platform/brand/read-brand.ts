// The name, logo, colours and legal texts that an operator has put into DATA_DIR/brand. They are read once, at the
// start, and a fault is refused there as one of the environment is.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { completeFacts, defaultBrand, type Brand, type OwnText } from '../../../shared/page/brand.ts';
import { cardColoursOf, styleOf } from './colours.ts';
import { factsSchema, type GivenFacts } from './facts-schema.ts';
import { iconPaths } from './icon-files.ts';
import { readLegalText, TextFault } from './legal-text.ts';

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

/** Files by the bytes that they may have. */
const maxBytes = {
  'brand.json': 64 * 1024,
  // Browsers get it as the icon of the tab.
  'logo.svg': 200 * 1024,
  'logo.png': 5 * 1024 * 1024,
  'privacy.md': 500 * 1024,
  'terms.md': 500 * 1024,
} as const;

type FileName = keyof typeof maxBytes;
type Files = Partial<Record<FileName, Buffer>>;

const isKnown = (name: string): name is FileName => Object.hasOwn(maxBytes, name);

const minLogo = 512;

/** @throws BrandFault on the first fault */
export function readBrand(dataDir: string): OwnBrand {
  const folder = join(dataDir, 'brand');
  const files = readFiles(folder);
  const path = (name: FileName): string => join(folder, name);
  if (Object.keys(files).length === 0) return { brand: defaultBrand, logo: null };
  const { contact, colours = {}, ...facts } = readFacts(path('brand.json'), files['brand.json']);
  const logo = readLogo(path, files);
  const style = styleOf(colours);
  const own = {
    ...completeFacts({ ...facts, contactEmail: contact }),
    cardColours: cardColoursOf(colours.light ?? {}),
  };
  const brand: Brand = {
    ...defaultBrand,
    ...own,
    ...(logo && iconPaths(logo)),
    style,
    looks: style === null && logo === null ? '' : hashOf(JSON.stringify(own.cardColours), logo?.hash ?? ''),
    privacy: readText(path('privacy.md'), files['privacy.md']),
    terms: readText(path('terms.md'), files['terms.md']),
    version: hashOf(...Object.entries(files).flat()),
  };
  return { brand, logo };
}

function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  // With its length, so that no two lists have the same bytes.
  for (const part of parts) hash.update(`${String(part.length)}:`).update(part);
  return hash.digest('hex').slice(0, 16);
}

function readFiles(folder: string): Files {
  const files: Files = {};
  for (const name of namesIn(folder)) {
    // What editors and mounts leave beside.
    if (name.startsWith('.') || name.endsWith('~')) continue;
    const file = join(folder, name);
    if (!isKnown(name))
      throw new BrandFault(
        file,
        `is not read. Known are ${Object.keys(maxBytes).join(', ')}; take it away, or give it one of these names.`,
      );
    const bytes = readBytes(file);
    if (bytes.length > maxBytes[name])
      throw new BrandFault(
        file,
        `has ${String(Math.ceil(bytes.length / 1024))} KB, and may have ${String(maxBytes[name] / 1024)}.`,
      );
    files[name] = bytes;
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A DATA_DIR that is a file is refused elsewhere.
    if (code === 'ENOENT' || (code === 'ENOTDIR' && !existsSync(folder))) return [];
    if (code === 'ENOTDIR')
      throw new BrandFault(folder, 'is a file. Make it a folder, with brand.json in it.', { cause: error });
    throw new BrandFault(folder, `this user may not read it (${String(code)}).`, { cause: error });
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new BrandFault(file, `this user may not read it (${code}).`, { cause: error });
  }
}

function readFacts(file: string, bytes: Buffer | undefined): GivenFacts {
  if (!bytes) return {};
  let given: unknown;
  try {
    given = JSON.parse(bytes.toString().replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new BrandFault(file, `is not JSON: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
  const parsed = factsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new BrandFault(file, parsed.error.issues[0]?.message ?? 'is not valid.');
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

function readLogo(path: (name: FileName) => string, files: Files): Logo | null {
  const { 'logo.svg': svg, 'logo.png': png } = files;
  if (svg && png) throw new BrandFault(path('logo.png'), 'logo.svg is there as well. Keep one of the two.');
  if (svg) {
    const file = path('logo.svg');
    if (!/<svg[\s>]/i.test(svg.toString())) throw new BrandFault(file, 'is not an SVG picture.');
    return { kind: 'svg', file, bytes: svg, hash: hashOf('svg', svg) };
  }
  if (!png) return null;
  const file = path('logo.png');
  // A PNG begins with its signature, and the width and height of its header (PNG, section 11.2.1).
  if (png.length < 24 || !png.subarray(0, 8).equals(pngSignature))
    throw new BrandFault(file, 'is not a PNG picture.');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width !== height || width < minLogo || width > 4096)
    throw new BrandFault(
      file,
      `has ${String(width)} by ${String(height)} pixels. It must be square, with ${String(minLogo)} to 4096 pixels a side.`,
    );
  return { kind: 'png', file, bytes: png, hash: hashOf('png', png) };
}

function readText(file: string, bytes: Buffer | undefined): OwnText | null {
  if (!bytes) return null;
  try {
    return readLegalText(bytes.toString());
  } catch (error) {
    if (error instanceof TextFault) throw new BrandFault(file, error.message, { cause: error });
    throw error;
  }
}
