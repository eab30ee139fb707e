import { expect, test } from 'vitest';
import { holdPicture } from './hold-picture.ts';

/** The part of an element that `holdPicture` uses. */
function part(localName: string, attributes: Record<string, string>, dataset: DOMStringMap = {}) {
  const element = {
    localName,
    dataset,
    matches: () => true,
    getAttribute: (name: string) => attributes[name] ?? null,
    setAttribute: (name: string, value: string) => void (attributes[name] = value),
    removeAttribute: (name: string) => void Reflect.deleteProperty(attributes, name),
  };
  holdPicture(element as unknown as HTMLElement);
  return { attributes, dataset };
}

test('Keeps the addresses of an image and shows a transparent pixel', () => {
  const { attributes, dataset } = part('img', { src: '/a.png', srcset: '/a.png 100w', alt: '' });
  expect(dataset).toEqual({ held: '', src: '/a.png', srcset: '/a.png 100w' });
  expect(attributes['src']).toMatch(/^data:image\/gif/);
  expect(attributes).not.toHaveProperty('srcset');
});

test('Gives a logo with a letter no placeholder, so that browsers draw the letter', () => {
  expect(part('img', { src: '/a.png' }, { letter: 'A' }).attributes).toEqual({});
});

test('Keeps the address of a source, and gives it no placeholder', () => {
  expect(part('source', { srcset: '/a.avif' })).toEqual({
    attributes: {},
    dataset: { held: '', srcset: '/a.avif' },
  });
});

test('Does not change a picture that is already held', () => {
  const held = { held: '', src: '/a.png' };
  expect(part('img', { src: 'data:image/gif;base64,AA' }, held).dataset).toEqual({ held: '', src: '/a.png' });
});
