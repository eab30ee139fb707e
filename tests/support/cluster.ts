// Several nodes on one PostgreSQL. Needs a build (`npm run build`).
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
  /** Starts another node. */
  startNode(env?: Record<string, string>, from?: { cwd?: string }): Promise<ClusterNode>;
  stop(): Promise<void>;
}

interface Options {
  /** Address of the server, without a database. */
  postgresUrl: string;
  count: number;
  env?: Record<string, string>;
  /**
   * Whether the nodes share one folder, as nodes of one machine do (deploy/naijabuilt@.service). Otherwise each has
   * its own folder, and all share an S3 bucket.
   */
  oneMachine?: boolean;
  /** The database to copy; without one the first node migrates an empty database. */
  template?: string;
}

export async function startCluster({
  postgresUrl,
  count,
  env = {},
  oneMachine = false,
  template,
}: Options): Promise<NodeCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-cluster-'));
  const database = await createDatabase(postgresUrl, template);
  const s3 = await startS3();
  const nodes: ClusterNode[] = [];
  let started = 0;

  async function startNode(
    more: Record<string, string> = {},
    from: { cwd?: string } = {},
  ): Promise<ClusterNode> {
    started += 1;
    const dataDir = join(folder, oneMachine ? 'data' : `node-${started}`);
    const server = await startServer(
      {
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SITE_URL: 'http://naijabuilt.test',
        SAMPLE_DATA: 'off',
        RATE_LIMIT: 'off',
        ...(!oneMachine && {
          MEDIA_URL: s3.url('pictures'),
          AUTH_SECRET: 'the same on every node of this directory',
          ...s3.env,
        }),
        ...env,
        ...more,
      },
      from,
    );
    const node = { ...server, dataDir };
    nodes.push(node);
    return node;
  }

  // The first node creates the schema.
  if (count > 0) await startNode();
  await Promise.all(Array.from({ length: Math.max(0, count - 1) }, () => startNode()));
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
