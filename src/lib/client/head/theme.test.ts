import { afterEach, expect, test, vi } from 'vitest';
import { applyTheme } from './theme.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['dark', { theme: 'dark' }],
  ['light', { theme: 'light' }],
  ['purple', {}],
  [null, {}],
])('Applies the stored theme %s', (stored, shown) => {
  vi.stubGlobal('localStorage', { getItem: () => stored });
  const root = { dataset: { theme: 'light' } };
  applyTheme(root);
  expect(root.dataset).toEqual(shown);
});

test('Follows the system if storage is blocked', () => {
  const blocked = {
    getItem() {
      throw new DOMException('Blocked', 'SecurityError');
    },
  };
  vi.stubGlobal('localStorage', blocked);
  const root = { dataset: {} };
  applyTheme(root);
  expect(root.dataset).toEqual({});
});
