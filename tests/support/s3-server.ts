// A real S3 server from npm, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './server-process.ts';

/** As much of it as is used; it has no types. */
type S3Rver = new (options: {
  port: number;
  address: string;
  directory: string;
  silent: boolean;
  allowMismatchedSignatures: boolean;
}) => {
  run(): Promise<unknown>;
  close(): Promise<void>;
};

export interface S3Server {
  /** For MEDIA_URL. */
  url(bucket: string, more?: string): string;
  endpoint: string;
  /** The credentials it takes, as a process that uses it wants them. */
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Refuses connections until `resume`; what it keeps stays. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3Rver;
  const directory = await mkdtemp(join(tmpdir(), 'naijabuilt-s3-'));
  const port = await freePort();
  const make = () =>
    new Server({
      port,
      address: '127.0.0.1',
      directory,
      silent: true,
      // What it expects for the address of a bucket is not what the official client signs.
      allowMismatchedSignatures: true,
    });
  let server = make();
  await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    url: (bucket, more = '') => `s3://${bucket}?endpoint=${endpoint}${more}`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    pause: () => server.close(),
    async resume() {
      server = make();
      await server.run();
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
