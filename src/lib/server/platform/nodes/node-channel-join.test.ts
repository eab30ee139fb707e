// Nodes that join while another one asks PostgreSQL which nodes are connected.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { openNodeChannel } from './node-channel.ts';
import { postgresUrl } from '../../../../../tests/support/postgres-url.ts';

/** Holds back the list of connected nodes until it is resolved. */
let listed: Promise<undefined> | undefined;
let lists = 0;
vi.mock(import('./node-link.ts'), async (load) => {
  const module = await load();
  return {
    ...module,
    createNodeLink(options) {
      const link = module.createNodeLink(options);
      const connected = async () => {
        const found = await link.connected();
        lists += 1;
        await listed;
        return found;
      };
      return { ...link, connected };
    },
  };
});

const log = createLogger('silent', { sink: { write: () => undefined, flush: () => undefined } });
const name = `nodes_${randomUUID().replaceAll('-', '')}`;
let url: string;
let server: pg.Client;

beforeAll(async () => {
  const base = await postgresUrl();
  server = new pg.Client({ connectionString: `${base}/postgres` });
  await server.connect();
  await server.query(`create database ${name}`);
  url = `${base}/${name}`;
});
afterAll(async () => {
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

test('A node that joins while another one lists the connected nodes is not taken for ended', async () => {
  const first = await openNodeChannel({ url, log });
  onTestFinished(() => first.close());
  await expect.poll(() => lists).toBeGreaterThan(0);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  listed = promise;
  const before = lists;
  await expect.poll(() => lists).toBeGreaterThan(before);
  const second = await openNodeChannel({ url, log });
  onTestFinished(() => second.close());
  await expect.poll(() => first.others()).toBe(1);
  listed = undefined;
  resolve(undefined);
  await promise;
  await expect.poll(() => lists).toBeGreaterThan(before + 2);
  expect(first.others()).toBe(1);
});
