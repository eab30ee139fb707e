// Images built by buildah into a folder of their own, without a daemon and without a registry.
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { base, makeBase } from './debian.ts';
import { surroundings } from './surroundings.ts';

const run = promisify(execFile);

export function missingForImages(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux.';
  const missing = ['buildah', 'debootstrap', 'setpriv'].filter(
    (name) => spawnSync('which', [name]).status !== 0,
  );
  return missing.length === 0 ? null : `this machine has no ${missing.join(', ')}.`;
}

/** The part of an image's settings that is used. */
export interface ImageSettings {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck?: { Test: string[] };
}

export interface ImageStore {
  /** Has the image that the Dockerfile begins with: a registry's, or else one of our own. */
  makeBase(): Promise<void>;
  build(): Promise<void>;
  /** @returns the settings of the image and a folder with its files */
  open(): Promise<{ settings: ImageSettings; root: string }>;
}

/** @param folder an empty folder; the images go with it */
export function createImageStore(folder: string): ImageStore {
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, '{"default":[{"type":"insecureAcceptAnything"}]}');
  const place = [
    '--root',
    join(folder, 'images'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: folder };
    const [command = '', ...rest] = args;
    const { stdout } = await run('buildah', [...place, command, ...rest], { env, maxBuffer: 100_000_000 });
    return stdout.trim();
  };
  const name = `docker.io/library/node:${process.versions.node}-bookworm-slim`;

  /** Debian, the project's own Node, npm and the user `node`, as the image of that name has them. */
  async function makeOurOwn(): Promise<void> {
    await makeBase();
    const root = join(folder, 'base');
    await run('cp', ['--archive', base, root]);
    const { env } = surroundings(root, []);
    const inside =
      'apt-get update && apt-get install --yes --no-install-recommends libatomic1 ca-certificates';
    await run('chroot', [
      root,
      'env',
      '-i',
      ...env,
      'sh',
      '-ec',
      `${inside} && useradd --uid 1000 --create-home node`,
    ]);
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
    await run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), 'npm@11']);
    const container = await buildah('from', 'scratch');
    await buildah('add', '--quiet', container, root, '/');
    const settings = env.filter((one) => !/^(?:HOME|TERM|DEBIAN_FRONTEND)=/.test(one));
    await buildah('config', ...settings.flatMap((one) => ['--env', one]), container);
    await buildah('commit', '--quiet', '--rm', container, name);
    await rm(root, { recursive: true });
  }

  return {
    async makeBase() {
      const pulled = await buildah('pull', '--quiet', '--signature-policy', policy, name).then(
        () => true,
        (error: unknown) => {
          console.log(`No base image from a registry: ${String(error).trim().split('\n').at(-1) ?? ''}`);
          return false;
        },
      );
      if (!pulled) await makeOurOwn();
      console.log(`base image: ${pulled ? 'pulled' : 'made of debootstrap, Node and npm'}`);
    },

    async build() {
      const context = join(folder, 'context');
      await run('git', ['clone', '--quiet', '--depth', '1', `file://${process.cwd()}`, context]);
      const flags = ['--format', 'docker', '--pull-never', '--signature-policy', policy, '--network', 'host'];
      await buildah('bud', ...flags, '--tag', 'naijabuilt', '--file', join(context, 'Dockerfile'), context);
    },

    async open() {
      const container = await buildah('from', '--pull-never', '--signature-policy', policy, 'naijabuilt');
      const inspected = JSON.parse(await buildah('inspect', '--type', 'image', 'naijabuilt')) as {
        Docker: { config: ImageSettings };
      };
      return { settings: inspected.Docker.config, root: await buildah('mount', container) };
    },
  };
}
