import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { Connection } from './connection.ts';

/** Creates an app for the holder of this token. @returns its id */
export async function createApp({ send }: Connection, access: string, name = 'Fresh'): Promise<string> {
  const app = { name, description: 'Version 0.', website: 'https://fresh.ng' };
  const { status, text } = await send('POST', '/api/v1/app/', app, access);
  if (status !== 201) throw new Error(`The app could not be made: ${status} ${text}`);
  return (JSON.parse(text) as AppJson).id;
}

interface Freshness {
  writes: number;
  /** Answers read after a write was acknowledged. */
  reads: number;
  /** The answers among `reads` that did not show the write. */
  stale: number;
}

/**
 * Writes at the nodes in turn, and reads at all of them: while the write is in progress, so that renders begin before
 * it and end after it, and as soon as it is acknowledged.
 */
export async function writeAndReadEverywhere(
  { writers, readers, watchers }: Record<'writers' | 'readers' | 'watchers', Connection[]>,
  access: string,
  appId: string,
  writes: number,
): Promise<Freshness> {
  const path = `/api/v1/app/${appId}/`;
  const tally: Freshness = { writes: 0, reads: 0, stale: 0 };
  const read = async (connection: Connection): Promise<number> => {
    const { status, text } = await connection.send('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return Number(/Version (\d+)\./.exec((JSON.parse(text) as AppJson).description)?.[1]);
  };
  for (let version = 1; version <= writes; version += 1) {
    const writer = writers[version % writers.length];
    if (!writer) throw new Error('No node to write at.');
    const meanwhile = watchers.map(read);
    const { status, text } = await writer.send('PATCH', path, { description: `Version ${version}.` }, access);
    if (status !== 200) throw new Error(`PATCH ${path}: ${status} ${text}`);
    tally.writes += 1;
    for (const shown of await Promise.all(readers.map(read))) {
      tally.reads += 1;
      if (shown !== version) tally.stale += 1;
    }
    for (const shown of await Promise.all(meanwhile)) if (shown < version - 1) tally.stale += 1;
  }
  return tally;
}
