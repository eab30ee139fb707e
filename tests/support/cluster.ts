// Several nodes on one PostgreSQL and one S3 bucket, each with a folder of its own: what one has in memory or on its
// disk, the others lack. Needs a build (`npm run build`).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './fresh-database.ts';
import { startS3, type S3Server } from './s3-server.ts';
import { startServer, type ServerProcess } from './server-process.ts';

export interface ClusterNode extends ServerProcess {
  dataDir: string;
}

export interface NodeCluster {
  s3: S3Server;
  databaseUrl: string;
  nodes: ClusterNode[];
  /** Starts one more. */
  startNode(env?: Record<string, string>): Promise<ClusterNode>;
  stop(): Promise<void>;
}

interface Options {
  /** Of the server, without a database. */
  postgresUrl: string;
  count: number;
  env?: Record<string, string>;
}

export async function startCluster({ postgresUrl, count, env = {} }: Options): Promise<NodeCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-cluster-'));
  const database = await createDatabase(postgresUrl);
  const s3 = await startS3();
  const nodes: ClusterNode[] = [];
  let started = 0;

  async function startNode(more: Record<string, string> = {}): Promise<ClusterNode> {
    started += 1;
    const dataDir = join(folder, `node-${started}`);
    const server = await startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      MEDIA_URL: s3.url('pictures'),
      AUTH_SECRET: 'the same on every node of this directory',
      SITE_URL: 'http://naijabuilt.test',
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
      ...s3.env,
      ...env,
      ...more,
    });
    const node = { ...server, dataDir };
    nodes.push(node);
    return node;
  }

  await startNode();
  await Promise.all(Array.from({ length: count - 1 }, () => startNode()));
  return {
    s3,
    databaseUrl: database.url,
    nodes,
    startNode,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
      await s3.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
