// Property: two processes look at the links of one directory, and are killed again and again. No link is looked at
// twice within its time, and none is forgotten.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeFlags } from '../../scripts/node-settings.mjs';
import type { FromNode, ToNode } from '../support/link-node.ts';
import { compileCache } from '../support/server-process.ts';
import { scaled } from '../support/scale.ts';
import { bothEngines } from '../support/test-product.ts';
import { dayMs, hourMs, watchLinks, type WatchedLinks } from '../support/watched-links.ts';

const links = 140;
const days = 20;
const kills = scaled(16);
/** Not a divisor of a day, after which a killed look is repeated. */
const hoursBetweenKills = 17;
/** A good link is looked at after 6.3 to 6.7 days. */
const leastMs = 6.3 * dayMs;

interface Look {
  url: string;
  at: number;
  /** Its process was killed before it had stored what it found, or just after. */
  wasKilled: boolean;
}

interface LinkNode {
  process: ChildProcess;
  /** Looks at what is due. Resolves when nothing is, or when the process is dead. */
  flush(now: number): Promise<Look[]>;
  /** Kills it at its next request: before it hears the answer, or with the answer. */
  killAt: 'question' | 'answer' | null;
}

async function startNode(env: Record<string, string>): Promise<LinkNode> {
  const file = new URL('../support/link-node.ts', import.meta.url);
  const child = fork(file, { execArgv: nodeFlags, env: { ...process.env, ...compileCache, ...env } });
  await once(child, 'message');
  const tell = (message: ToNode): void => void child.send(message);
  const node: LinkNode = {
    process: child,
    killAt: null,
    async flush(now) {
      const looks: Look[] = [];
      const done = Promise.withResolvers<undefined>();
      const onMessage = (message: FromNode): void => {
        if (message.kind === 'flushed') done.resolve(undefined);
        if (message.kind !== 'ask' || child.killed) return;
        looks.push({ url: message.url, at: now, wasKilled: false });
        if (node.killAt !== 'question') tell({ kind: 'answer', id: message.id, status: 200 });
        if (node.killAt !== null) child.kill('SIGKILL');
      };
      const onExit = (): void => {
        for (const look of looks) look.wasKilled = true;
        done.resolve(undefined);
      };
      child.on('message', onMessage).once('exit', onExit);
      tell({ kind: 'flush', now });
      await done.promise;
      child.off('message', onMessage).off('exit', onExit);
      return looks;
    },
  };
  return node;
}

describe.each(bothEngines)('Two killed nodes and their links on %s', (engine) => {
  let watched: WatchedLinks;
  let env: Record<string, string>;
  const nodes: LinkNode[] = [];

  beforeAll(async () => {
    watched = await watchLinks(engine);
    const { config, db } = watched.product;
    const owner = await watched.person();
    for (let index = 0; index < links; index += 1)
      // Every seventh is a page of one site.
      await watched.list(owner, {
        website: `https://${index % 7 === 0 ? 'shared' : `own${String(index)}`}.ng/${String(index)}`,
      });
    const ids = await db.read.selectFrom('links').select(['id', 'site']).execute();
    for (const { id, site } of ids) {
      const due_at = Math.round(watched.now() + Math.random() * 6 * dayMs);
      await db.write(async (trx) => {
        await trx.updateTable('links').set({ due_at }).where('id', '=', id).execute();
        await trx.updateTable('link_sites').set({ due_at: 0 }).where('site', '=', site).execute();
      });
    }
    env = { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '', SITE_URL: config.siteUrl };
    if (config.databaseUrl === undefined) delete env['DATABASE_URL'];
    nodes.push(await startNode(env), await startNode(env));
  });
  afterAll(async () => {
    for (const { process: child } of nodes) child.kill('SIGKILL');
    await watched.product.dispose();
  });

  test('No link is looked at twice within its time, and none is forgotten', async () => {
    const requests: Look[] = [];
    const { db } = watched.product;
    /** Claims of killed nodes, also of links that they had not asked for yet: each puts its link off by a day. */
    const deadClaims: { url: string; at: number }[] = [];
    let killed = 0;
    const began = watched.now();
    for (let hour = 0; hour < days * 24; hour += 1) {
      watched.advance(hourMs);
      const victim = nodes[killed % 2];
      if (victim && killed < kills && hour >= killed * hoursBetweenKills)
        victim.killAt = killed % 4 < 2 ? 'question' : 'answer';
      const found = await Promise.all(nodes.map((node) => node.flush(watched.now())));
      requests.push(...found.flat());
      if (nodes.some(({ process: child }) => child.killed)) {
        // The other node has settled all of its claims.
        const at = watched.now();
        const claimed = db.read
          .selectFrom('links')
          .select('url')
          .where('due_at', '=', at + dayMs);
        for (const { url } of await claimed.execute()) deadClaims.push({ url, at });
      }
      for (const [index, { process: child }] of nodes.entries())
        if (child.killed) {
          killed += 1;
          nodes[index] = await startNode(env);
        }
    }
    const all = await db.read.selectFrom('links').select(['url', 'looked_at']).execute();
    const looks = requests.filter(({ url }) => !url.endsWith('/robots.txt'));
    const byUrl = Map.groupBy(looks, ({ url }) => url);
    const killedAsks = requests.filter(({ wasKilled }) => wasKilled);
    const gaps = [...byUrl.values()].flatMap((own) =>
      own.slice(1).map(({ at, url }, index) => {
        const before = own[index] ?? { at: began, wasKilled: false };
        const putOff = deadClaims.filter(
          (claim) => claim.url === url && claim.at >= before.at && claim.at < at,
        );
        return {
          ms: at - before.at,
          after: before.wasKilled,
          lateMs: at - before.at - putOff.length * 25 * hourMs,
        };
      }),
    );
    const hoursOf = (wasKilled: boolean): number[] =>
      gaps.filter(({ after }) => after === wasKilled).map(({ ms }) => ms / hourMs);
    const oldest = Math.max(...all.map(({ looked_at: at }) => watched.now() - (at ?? began)));
    const figures = {
      engine,
      links: byUrl.size,
      looks: looks.length,
      killed,
      days,
      shortestGapHours: Math.min(...hoursOf(false)),
      longestGapWithoutKillsHours: Math.max(...gaps.map(({ lateMs }) => lateMs / hourMs)),
      killedRequests: killedAsks.length,
      killedClaims: deadClaims.length,
      shortestGapAfterKillHours: Math.min(...hoursOf(true)),
      oldestLookHours: oldest / hourMs,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(killed).toBe(kills);
    // Half of them are killed before they hear an answer.
    expect(deadClaims.length).toBeGreaterThanOrEqual(kills / 2);
    expect(byUrl.size).toBe(links);
    expect(figures.shortestGapHours * hourMs).toBeGreaterThanOrEqual(leastMs);
    expect(figures.shortestGapAfterKillHours).toBeGreaterThanOrEqual(24);
    expect(figures.longestGapWithoutKillsHours).toBeLessThanOrEqual(7 * 24);
    expect(oldest).toBeLessThanOrEqual(8 * dayMs);
  });
});
