import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cardColoursOf, styleOf, themes, unreadablePair } from './colours.ts';
import { contrast, mix } from './contrast.ts';

test('Says which pair of colours cannot be read, its ratio, what is needed and what to do', () => {
  expect(unreadablePair('light', { accent: '#d97706', onAccent: '#000000' })).toBe(
    'colours.light.accent #d97706 on #fbfaf6 has a contrast of 3.05:1, and links on the page need 4.5:1. Take a darker one.',
  );
  expect(unreadablePair('dark', { accent: '#7a3b00', onAccent: '#ffffff' })).toBe(
    'colours.dark.accent #7a3b00 on #0e1512 has a contrast of 2.16:1, and links on the page need 4.5:1. Take a lighter one.',
  );
  expect(unreadablePair('light', { accent: '#8a3b00', onAccent: '#552200' })).toBe(
    'colours.light.onAccent #552200 on colours.light.accent #8a3b00 has a contrast of 1.67:1, and text of buttons needs 4.5:1. Set the two further apart.',
  );
  expect(unreadablePair('light', { panel: '#c0c0c0' })).toMatch(
    /^colours\.light\.onPanel #f6f5ec on colours\.light\.panel #c0c0c0 has a contrast of 1\.\d\d:1, and slogans need/,
  );
});

test('Takes colours that can be read, and the ones of the product', () => {
  expect(unreadablePair('light', { accent: '#8a3b00' })).toBeNull();
  expect(unreadablePair('dark', { accent: '#ffb27a', panel: '#3a1d0c' })).toBeNull();
  for (const theme of themes) expect(unreadablePair(theme, {})).toBeNull();
});

test('Keeps body text readable on the tint of whatever accent is taken', () => {
  const grounds = { light: ['#17211c', '#fffefb'], dark: ['#edf1ec', '#151e1a'] } as const;
  for (const accent of ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff'])
    for (const [ink, surface] of Object.values(grounds))
      expect(contrast(ink, mix(surface, accent, 0.1)), accent).toBeGreaterThan(7);
});

test('Replaces only what differs, each theme by itself', () => {
  expect(styleOf({})).toBeNull();
  expect(styleOf({ light: {}, dark: { accent: '#59d38c' } })).toContain('--green-soft:#');
  const style = styleOf({ light: { accent: '#8a3b00' } }) ?? '';
  expect(style).toMatch(
    /^@media \(prefers-color-scheme:light\)\{:root:not\(\[data-theme=dark\]\)\{(--green:#8a3b00;--green-soft:#\w{6};--green-line:#\w{6})\}\}:root\[data-theme=light\]\{\1\}@media print\{:root\{\1\}\}$/,
  );
});

test('Prints in the light theme: no rule of the dark one applies to paper', () => {
  const style = styleOf({ light: { accent: '#8a3b00' }, dark: { accent: '#ffb27a' } }) ?? '';
  const dark = style.slice(0, style.lastIndexOf('--green:#ffb27a')).match(/@media [^{]+/g) ?? [];
  expect(style.match(/--green:#ffb27a/g)).toHaveLength(2);
  expect(dark.slice(-2)).toEqual(['@media screen and (prefers-color-scheme:dark)', '@media screen']);
});

test('Knows the colours of styles/tokens.css', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8');
  const source = readFileSync(new URL('colours.ts', import.meta.url), 'utf8');
  const known = [...source.matchAll(/#[\da-f]{6}/g)].map(([colour]) => colour);
  // These two are written as oklch there.
  const missing = known.filter(
    (colour) => !tokens.includes(colour) && colour !== '#006738' && colour !== '#59d38c',
  );
  expect(missing).toEqual([]);
  expect(tokens).toContain('--green: light-dark(oklch(0.45 0.13 155), oklch(0.78 0.15 155));');
  expect(cardColoursOf({})).toMatchObject({ accent: '#0a7a3d', weft: '#1f7a48' });
  expect(cardColoursOf({ accent: '#8a3b00' }).accent).toBe('#8a3b00');
});
