import { describe, expect, test } from 'vitest';
import { findShortcut, type Shortcut } from './shortcuts.ts';

const shortcuts: Shortcut[] = ['j', 'c', '?'].map((key) => ({ key, label: key, run: () => undefined }));

const press = {
  key: 'c',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  repeat: false,
  defaultPrevented: false,
  target: { closest: () => null },
};
const foundBy = (changes: Partial<typeof press>) => findShortcut({ ...press, ...changes }, shortcuts)?.key;

describe('Single-letter keys of the desk', () => {
  test('Finds the key that was pressed, and none for another', () => {
    expect(foundBy({})).toBe('c');
    expect(foundBy({ key: '?' })).toBe('?');
    expect(foundBy({ key: 'x' })).toBeUndefined();
  });

  test.each(['altKey', 'ctrlKey', 'metaKey', 'isComposing', 'defaultPrevented'] as const)(
    'Ignores a press with %s',
    (name) => {
      expect(foundBy({ [name]: true })).toBeUndefined();
    },
  );

  test('Repeats the moves while a key is held, and no action', () => {
    expect(foundBy({ key: 'j', repeat: true })).toBe('j');
    expect(foundBy({ key: 'c', repeat: true })).toBeUndefined();
  });

  test('Ignores a press in a field or a dialog', () => {
    const target = { closest: (selector: string) => (selector.includes('textarea') ? {} : null) };
    expect(findShortcut({ ...press, target }, shortcuts)).toBeUndefined();
  });
});
