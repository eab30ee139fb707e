import type { Config } from './lib/server/platform/config.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { noOthers } from './lib/server/platform/processes/change-channel.ts';
import type { NodeChannel } from './lib/server/platform/nodes/node-channel.ts';

/** The change channel to the other machines that share the database; on SQLite there are none. */
export async function openUplink({ databaseUrl }: Config, log: Logger): Promise<NodeChannel> {
  if (databaseUrl === undefined) return { ...noOthers, others: () => 0, close: () => Promise.resolve() };
  const { openNodeChannel } = await import('./lib/server/platform/nodes/node-channel.ts');
  return await openNodeChannel({ url: databaseUrl, log });
}
