import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import { defaultBrand } from '../../../shared/page/brand.ts';
import { parseConfig } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { readBrand } from './read-brand.ts';

let dataDir: string;
let folder: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'naijabuilt-brand-'));
  folder = join(dataDir, 'brand');
  mkdirSync(folder);
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(dataDir, { recursive: true, force: true });
});

const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);
const facts = (given: unknown): void => put('brand.json', JSON.stringify(given));
const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>';

const pngOf = async (width: number, height: number): Promise<Buffer> =>
  await sharp({ create: { width, height, channels: 3, background: '#8a3b00' } })
    .png()
    .toBuffer();

test('Uses the brand of the product where there is no folder, or an empty one', () => {
  expect(readBrand(dataDir)).toEqual({ brand: defaultBrand, logo: null });
  expect(readBrand(join(dataDir, 'nothing'))).toEqual({ brand: defaultBrand, logo: null });
});

test('Completes what is given', () => {
  facts({ name: 'EkoBuilt', contact: 'hello@apps.example.ng', colour: '#8A3B00' });
  const { brand } = readBrand(dataDir);
  expect(brand).toMatchObject({
    name: 'EkoBuilt',
    title: 'EkoBuilt: apps built in Nigeria',
    contactEmail: 'hello@apps.example.ng',
    icons: defaultBrand.icons,
    logo: null,
  });
  expect(brand.style).toContain('--green:#8a3b00');
  expect(brand.cardColours.accent).toBe('#8a3b00');
  const config = parseConfig({ DATA_DIR: dataDir });
  expect(config).toMatchObject({
    mailFrom: 'EkoBuilt <hello@apps.example.ng>',
    brand: { name: 'EkoBuilt' },
  });
  // The variable was there first.
  expect(parseConfig({ DATA_DIR: dataDir, CONTACT_EMAIL: 'a@b.example' }).contactEmail).toBe('a@b.example');
});

test('Gives the brand another version after any change, and other icons only after one of the logo', async () => {
  facts({ name: 'One' });
  put('logo.svg', square);
  const first = readBrand(dataDir).brand;
  expect(first.icons.favicon).toEqual({
    path: first.icons.icon192.replace('icon-192.png', 'favicon.svg'),
    type: 'image/svg+xml',
  });
  facts({ name: 'Two' });
  const second = readBrand(dataDir).brand;
  expect(second.version).not.toBe(first.version);
  expect(second.icons).toEqual(first.icons);
  put('privacy.md', '# Privacy\n\nNothing.');
  expect(readBrand(dataDir).brand.version).not.toBe(second.version);
  rmSync(join(folder, 'logo.svg'));
  put('logo.png', await pngOf(512, 512));
  const third = readBrand(dataDir).brand;
  expect(third.icons.favicon.type).toBe('image/png');
  expect(third.icons.icon192).not.toBe(first.icons.icon192);
});

const nameRule =
  "name must have 1 to 30 letters, digits, spaces and . & ' + ! -, and begin with a letter or a digit.";

test.each([
  ['{', /is not JSON: .+\.$/],
  ['[]', 'must hold an object in braces, with name, tagline, contact and colour.'],
  ['{"nmae":"x"}', 'must hold an object in braces, with name, tagline, contact and colour.'],
  ['{"name":""}', nameRule],
  ['{"name":"A <b>"}', nameRule],
  ['{"name":"Bank\\nBcc: x"}', nameRule],
  [`{"name":"${'x'.repeat(31)}"}`, nameRule],
  ['{"tagline":7}', 'tagline must be a text of one line, with 1 to 80 characters.'],
  ['{"contact":"me"}', 'contact must be one mail address, such as hello@apps.example.ng.'],
  ['{"colour":"red"}', 'colour must be a colour such as #0a5f8a.'],
  ['{"colour":"#FFCC00"}', /^colour is too light: .* Take a darker one\.$/],
] as [string, string | RegExp][])(
  'Refuses brand.json of %s in one line that names the file',
  (json, sentence) => {
    put('brand.json', json);
    let message = '';
    try {
      parseConfig({ DATA_DIR: dataDir });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = error instanceof Error ? error.message : '';
    }
    const start = `${join(folder, 'brand.json')}: `;
    expect(message.startsWith(start)).toBe(true);
    expect(message).not.toContain('\n');
    const said = message.slice(start.length);
    if (typeof sentence === 'string') expect(said).toBe(sentence);
    else expect(said).toMatch(sentence);
  },
);

test('Takes the first heading of a legal text for its title', () => {
  put('terms.md', '# Our Terms\n\nBe kind.\n');
  expect(readBrand(dataDir).brand.terms).toEqual({ title: 'Our Terms', html: '\n<p>Be kind.</p>\n' });
});

test('Takes the brand.json that docs/operations.md shows', () => {
  const shown = /^```\n(\{\n[^]*?\n\})\n```$/m.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
  put('brand.json', shown);
  expect(readBrand(dataDir).brand.title).toBe('EkoBuilt: apps built in Nigeria');
});
