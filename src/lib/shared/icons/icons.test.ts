import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brands } from './brands.ts';
import { iconNamed } from './icons.ts';
import * as lines from './line.ts';

test('Has no duplicate icon', () => {
  const paths = [...Object.values(lines), ...Object.values(brands)];
  expect(paths.length).toBeGreaterThan(40);
  expect(new Set(paths).size).toBe(paths.length);
});

test('Tells filled brands from lines', () => {
  expect(iconNamed('github')).toEqual({ path: brands.github, isSolid: true });
  expect(iconNamed('close')).toEqual({ path: lines.close, isSolid: false });
});

test('Finds no icon in pages and islands that is not from the set', () => {
  const files = globSync('src/{components,islands,layouts,pages}/**/*.{astro,tsx}');
  expect(files.length).toBeGreaterThan(100);
  const own = files.filter((file) => readFileSync(file, 'utf8').includes('viewBox="0 0 24 24"'));
  expect(own.sort()).toEqual(['src/components/ui/Icon.astro', 'src/islands/ui/Icon.tsx']);
});
