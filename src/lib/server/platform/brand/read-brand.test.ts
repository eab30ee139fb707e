import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import { defaultBrand } from '../../../shared/page/brand.ts';
import { ConfigError, parseConfig } from '../config/config.ts';
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

test('Uses the brand of the product where there is no folder, an empty one, or only what editors leave', () => {
  expect(readBrand(dataDir)).toEqual({ brand: defaultBrand, logo: null });
  put('.brand.json.swp', 'x');
  put('brand.json~', '{');
  expect(readBrand(dataDir)).toEqual({ brand: defaultBrand, logo: null });
  expect(readBrand(join(dataDir, 'nothing'))).toEqual({ brand: defaultBrand, logo: null });
});

test('Completes what is given: another country speaks for itself', () => {
  facts({ name: 'GhanaBuilt', country: 'Ghana', contact: 'hello@apps.example.gh' });
  const { brand } = readBrand(dataDir);
  expect(brand).toMatchObject({
    name: 'GhanaBuilt',
    title: 'GhanaBuilt: apps built in Ghana',
    tagline: 'Every app built in Ghana in one place',
    contactEmail: 'hello@apps.example.gh',
    icons: defaultBrand.icons,
    logo: null,
    looks: '',
  });
  expect(brand.slogans[0]).toBe('Every app built in Ghana in one place');
  expect(JSON.stringify(brand)).not.toMatch(/Naija|Nigeria/i);
  const config = parseConfig({ DATA_DIR: dataDir });
  expect(config).toMatchObject({
    mailFrom: 'GhanaBuilt <hello@apps.example.gh>',
    brand: { name: 'GhanaBuilt' },
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
  expect([second.icons, second.looks]).toEqual([first.icons, first.looks]);
  put('privacy.md', '# Privacy\n\nNothing.');
  expect(readBrand(dataDir).brand.version).not.toBe(second.version);
  rmSync(join(folder, 'logo.svg'));
  put('logo.png', await pngOf(512, 512));
  const third = readBrand(dataDir).brand;
  expect(third.icons.favicon.type).toBe('image/png');
  expect(third.icons.icon192).not.toBe(first.icons.icon192);
  expect(third.looks).not.toBe(first.looks);
});

const nameRule =
  "name must have 1 to 30 letters, digits, spaces and . & ' + ! -, and begin with a letter or a digit.";

test.each([
  ['{', /is not JSON: .+\.$/],
  [
    '[]',
    'It must hold an object in braces, with name, title, tagline, description, country, contact, slogans, colours.',
  ],
  [
    '{"nmae":"x"}',
    "'nmae' is not known there. Known are name, title, tagline, description, country, contact, slogans, colours.",
  ],
  ['{"name":""}', nameRule],
  ['{"name":"A <b>"}', nameRule],
  ['{"name":"Bank\\nBcc: x"}', nameRule],
  [`{"name":"${'x'.repeat(31)}"}`, nameRule],
  ['{"tagline":7}', 'tagline must be a text of one line, with 1 to 80 characters.'],
  ['{"contact":"me"}', 'contact must be one mail address, such as hello@apps.example.ng.'],
  ['{"slogans":[]}', 'slogans must be a list of 1 to 8 texts of one line, with 1 to 80 characters each.'],
  ['{"colours":{"light":{"accent":"red"}}}', 'colours.light.accent must be a colour such as #0a5f8a.'],
  [
    '{"colours":{"light":{"acent":"#000000"}}}',
    "'acent' is not known there. Known are accent, onAccent, panel, onPanel.",
  ],
  [
    '{"colours":{"light":{"accent":"#FFCC00"}}}',
    /^colours\.light\.onAccent #fffefb on colours\.light\.accent #ffcc00 has a contrast of 1\.\d\d:1, and text of buttons needs 4\.5:1\. Set the two further apart\.$/,
  ],
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

test('Refuses a logo of another form, a second one, and files that it does not know', async () => {
  const refusal = (): string => {
    try {
      readBrand(dataDir);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message.replace(folder, '') : '';
    }
  };
  put('logo.png', await pngOf(511, 511));
  expect(refusal()).toBe(
    '/logo.png: has 511 by 511 pixels. It must be square, with 512 to 4096 pixels a side.',
  );
  put('logo.png', await pngOf(1024, 512));
  expect(refusal()).toContain('has 1024 by 512 pixels');
  put('logo.png', 'GIF89a');
  expect(refusal()).toBe('/logo.png: is not a PNG picture.');
  put('logo.svg', square);
  expect(refusal()).toBe('/logo.png: logo.svg is there as well. Keep one of the two.');
  rmSync(join(folder, 'logo.png'));
  put('logo.svg', 'nothing');
  expect(refusal()).toBe('/logo.svg: is not an SVG picture.');
  put('logo.svg', square + ' '.repeat(200 * 1024));
  expect(refusal()).toBe('/logo.svg: has 201 KB, and may have 200.');
  rmSync(join(folder, 'logo.svg'));
  put('terms.md', '<b>');
  expect(refusal()).toBe('/terms.md: Line 1: HTML is not taken. Write it in Markdown, or a < as &lt;.');
  rmSync(join(folder, 'terms.md'));
  put('logo.jpg', '');
  expect(refusal()).toBe(
    '/logo.jpg: is not read. Known are brand.json, logo.svg, logo.png, privacy.md, terms.md; take it away, or give it one of these names.',
  );
});

test('Takes the brand.json that docs/operations.md shows', () => {
  const shown = /^```\n(\{\n[^]*?\n\})\n```$/m.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
  put('brand.json', shown);
  const { brand } = readBrand(dataDir);
  expect(brand.title).toBe('GhanaBuilt: apps built in Ghana');
  expect(brand.style).toContain('--panel:#3a1408');
});

test('Refuses a brand that is a file', () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '{}');
  expect(() => readBrand(dataDir)).toThrow('is a file. Make it a folder, with brand.json in it.');
});
