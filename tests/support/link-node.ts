// One node that looks at links, as a process of its own, so that it can be killed. Its parent owns the clock and the
// other sites.
import { openDatabase } from '../../src/compose.ts';
import { createLinks } from '../../src/lib/server/links/index.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { Outbound } from '../../src/lib/server/platform/outbound/outbound.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';

export type ToNode = { kind: 'flush'; now: number } | { kind: 'answer'; id: number; status: number };
export type FromNode = { kind: 'ready' } | { kind: 'ask'; id: number; url: string } | { kind: 'flushed' };

const tell = (message: FromNode): void => void process.send?.(message);

let now = 0;
let lastId = 0;
const waiting = new Map<number, (status: number) => void>();

const get: Outbound['get'] = async (url) => {
  lastId += 1;
  const { promise, resolve } = Promise.withResolvers<number>();
  waiting.set(lastId, resolve);
  tell({ kind: 'ask', id: lastId, url });
  return { url, status: await promise, headers: {}, body: Buffer.alloc(0), redirects: [] };
};

const config = parseConfig(process.env);
const db = await openDatabase(config);
const links = createLinks({
  db,
  clock: () => now,
  siteUrl: config.siteUrl,
  reindex: createReindex(db),
  outbound: { isOn: true, get },
  publishChanges: () => Promise.resolve(),
  wakeMail: () => undefined,
  log: undefined,
});
const watch = links.watch({ lanes: 4, restMs: 0 });

process.on('message', (message: ToNode) => {
  if (message.kind === 'answer') waiting.get(message.id)?.(message.status);
  else {
    ({ now } = message);
    void watch.flush().then(() => tell({ kind: 'flushed' }));
  }
});
tell({ kind: 'ready' });
