import { describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { readerOf, type Reader } from './reader.ts';
import { recordReads } from './reads.ts';
import { bindAllPlainly, createBinder } from './slices.ts';

// No function in this test reads from the database.
const db = {} as Database;

const slices = {
  shelves: {
    reads: {
      find(reader: Reader, id: string) {
        reader.reads.note(`app:${id}`);
        return `found ${id}`;
      },
      async list({ reads }: Reader) {
        reads.note('apps');
        await Promise.resolve();
        throw new Error('no database');
      },
      label(_reader: Reader, name: string): string {
        if (name === '') throw new Error('no name');
        return name.toUpperCase();
      },
    },
    actions: { put: (what: string) => `put ${what}`, size: 3 },
  },
  others: { reads: {}, actions: { act: () => 'done' } },
};

function bound() {
  const reads = recordReads();
  return { reads, services: createBinder(slices)(readerOf(db, reads)) };
}

describe('Slices that are bound to a request', () => {
  test('Reads record their keys, also when they are detached from their slice', () => {
    const { reads, services } = bound();
    const { find } = services.shelves;
    expect([find('1'), services.shelves.find('2')]).toEqual(['found 1', 'found 2']);
    expect([reads.keys(), reads.keptForMs()]).toEqual([['app:1', 'app:2'], Infinity]);
  });

  test("One request knows nothing of another one's reads", () => {
    const [one, other] = [bound(), bound()];
    one.services.shelves.find('1');
    expect(other.reads.keys()).toEqual([]);
  });

  test('A read that fails later makes an answer uncacheable', async () => {
    const { reads, services } = bound();
    await expect(services.shelves.list()).rejects.toThrow('no database');
    expect([reads.keys(), reads.keptForMs()]).toEqual([['apps'], 0]);
  });

  test('A read that fails at once makes an answer uncacheable', () => {
    const { reads, services } = bound();
    expect(services.shelves.label('a')).toBe('A');
    expect(reads.keptForMs()).toBe(Infinity);
    expect(() => services.shelves.label('')).toThrow('no name');
    expect(reads.keptForMs()).toBe(0);
  });

  test('An action makes an answer uncacheable', () => {
    const { reads, services } = bound();
    expect(services.shelves.size).toBe(3);
    expect(reads.keptForMs()).toBe(Infinity);
    expect([services.shelves.put('it'), services.others.act()]).toEqual(['put it', 'done']);
    expect(reads.keptForMs()).toBe(0);
  });
});

test('The key of all apps covers each of them', () => {
  const reads = recordReads();
  reads.note('app:1', 'user:1');
  reads.note('apps', 'app:2');
  expect(reads.keys()).toEqual(['user:1', 'apps']);
});

test('Slices that are bound once are plain objects whose functions a test can replace', () => {
  const { shelves } = bindAllPlainly(slices, readerOf(db, recordReads()));
  expect([shelves.find('1'), shelves.put('it')]).toEqual(['found 1', 'put it']);
  shelves.put = () => 'replaced';
  expect(shelves.put('it')).toBe('replaced');
});
