// A real S3 server from npm, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';

/** The part of the package's API that is used; the package has no types. */
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
  /** The value of MEDIA_URL for a bucket. */
  url(bucket: string, more?: string): string;
  endpoint: string;
  /** The server's credentials, as environment variables. */
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Refuses connections until `resume`, but keeps its files. */
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
      // The package signs the address of a bucket differently from the official client.
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
