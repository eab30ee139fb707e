// What runs the product for real names only what is there: files, variables, services, numbers.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { parseConfig, variableNames } from '../src/lib/server/platform/config/config.ts';
import {
  addReadings,
  createMetrics,
  nodeReadings,
  processReadings,
} from '../src/lib/server/edge/metrics/metrics.ts';
import { createEdgeCache } from '../src/lib/server/edge/cache/edge-cache.ts';

const read = (file: string) => readFileSync(file, 'utf8');

/** Variables that others read: Node, glibc, Astro, the S3 client. */
const ofOthers = /^(?:NODE_ENV|TMPDIR|MALLOC_[A-Z_]+|ASTRO_TELEMETRY_DISABLED|AWS_[A-Z_]+)$/;
const isKnown = (name: string) => variableNames.includes(name) || ofOthers.test(name);

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, unknown>; volumes?: string[]; depends_on?: unknown; read_only?: boolean }
  >;
  volumes: Record<string, unknown>;
}

/** As compose fills in `${NAME:-default}` and `${NAME:?message}`. */
function fillIn(value: unknown): string {
  return String(value).replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, text: string) =>
    kind === '-' ? text : `a-secret-for-${name}-of-more-than-32-characters`,
  );
}

describe('the Dockerfile', () => {
  // A line that ends in a backslash goes on.
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');

  test('copies what is there, and what the build context lets in', () => {
    const let_in = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const sources = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => !existsSync(source))).toEqual([]);
    expect(sources.filter((source) => !let_in.includes(source))).toEqual([]);
  });

  test('takes from its first stage what that has made', () => {
    const made = lines.flatMap((line) => /^COPY --from=build \/app\/(\S+) (\S+)$/.exec(line)?.slice(1) ?? []);
    expect(made).toContain('dist');
    for (const name of made)
      expect(['node_modules', 'dist', 'package.json', 'scripts', 'src']).toContain(name);
  });

  test('sets variables that the product knows, and starts a file that is there, as nobody of importance', () => {
    const variables = lines
      .filter((line) => line.startsWith('ENV '))
      .flatMap((line) =>
        [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const),
      );
    expect(variables.filter(([name]) => !isKnown(name))).toEqual([]);
    const env = Object.fromEntries(variables);
    // Not /tmp, which compose.yaml puts into memory.
    expect(env['TMPDIR']).toMatch(/^\/data\//);
    const config = parseConfig(env);
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 4321,
      dataDir: '/data',
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
    });
    const command = JSON.parse(
      lines.findLast((line) => line.startsWith('CMD '))?.slice(4) ?? '[]',
    ) as string[];
    expect(existsSync(command.at(-1) ?? '')).toBe(true);
    expect(lines.indexOf('USER node')).toBeGreaterThan(
      lines.findLastIndex((line) => line.startsWith('RUN ')),
    );
    const major = /^FROM node:(\d+)/m.exec(read('Dockerfile'))?.[1];
    expect(process.version).toMatch(new RegExp(`^v${major}\\.`));
  });
});

describe('images', () => {
  /** Of other people: the product's own is built. */
  const images = (file: string) =>
    [...read(file).matchAll(/^(?:FROM|\s+image:) (\S+)/gm)]
      .map(([, image = '']) => image)
      .filter((image) => image !== 'naijabuilt');

  test('An image that is not ours has the tag of one exact version', () => {
    const named = ['Dockerfile', 'compose.yaml'].flatMap(images);
    expect(named).toHaveLength(5);
    // A tag such as `18` or `latest` is another image tomorrow.
    expect(named.filter((image) => !/^[\w./-]+:\d+\.\d+(?:\.\d+)?(?:-[a-z-]+)?$/.test(image))).toEqual([]);
    expect(named.filter((image) => /^(?:node|caddy):/.test(image) && !/:\d+\.\d+\.\d+/.test(image))).toEqual(
      [],
    );
  });

  test('Both stages of the Dockerfile run the same Node, which is the one of the tests', () => {
    const nodes = images('Dockerfile').filter((image) => image.startsWith('node:'));
    expect(nodes).toEqual(Array.from({ length: 2 }, () => `node:${process.versions.node}-bookworm-slim`));
  });

  test('No document names an image by a tag that floats', () => {
    const floating = /\b(?:docker (?:run|pull)|image:)[^\n`]*?\b[\w./-]+:(?:latest|\d+)(?![\w.])/g;
    for (const file of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')])
      expect([file, read(file).match(floating)]).toEqual([file, null]);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
  const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('node-'));

  test('gives its nodes a configuration that the product takes', () => {
    expect(nodes).toHaveLength(2);
    for (const [, { environment = {}, read_only }] of nodes) {
      const env = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, fillIn(value)]),
      );
      expect(Object.keys(env).filter((name) => !isKnown(name))).toEqual([]);
      expect(parseConfig(env)).toMatchObject({ trustProxy: true, workers: 1, smtpUrl: undefined });
      expect([new URL(env['DATABASE_URL'] ?? '').hostname, read_only]).toEqual(['database', true]);
      expect(parseConfig(env).metricsHost).toBe('0.0.0.0');
      expect(parseConfig(env).mediaUrl).toContain('http://store:8333');
    }
  });

  test('names services, volumes and files that are there', () => {
    for (const { volumes = [], depends_on = [] } of Object.values(compose.services)) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(source)).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      const needed = Array.isArray(depends_on) ? (depends_on as string[]) : Object.keys(depends_on as object);
      for (const name of needed) expect(Object.keys(compose.services)).toContain(name);
    }
    const upstreams = [...read('deploy/Caddyfile').matchAll(/(node-\d+):(\d+)/g)].map(([, name, port]) => [
      name,
      port,
    ]);
    expect(upstreams).toEqual(nodes.map(([name]) => [name, '4321']));
    const wanted = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    for (const name of wanted) expect(read('deploy/compose.env.example')).toContain(`${name}=`);
  });
});

test('the systemd unit starts what is there, with variables that the product knows', () => {
  const unit = read('deploy/naijabuilt.service');
  const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' '));
  expect(variables.map((one) => one.split('=')[0] ?? '').filter((name) => !isKnown(name))).toEqual([]);
  expect(variables).toContain('TMPDIR=/var/lib/naijabuilt/tmp');
  expect(existsSync(/^ExecStart=.* (\S+)$/m.exec(unit)?.[1] ?? '')).toBe(true);
});

test('every alarm looks at a number that the product tells, and operations.md says what to do', async () => {
  const { registry } = createMetrics();
  const readings = [
    ...processReadings({
      db: { pool: () => null, outages: () => 0 },
      cache: createEdgeCache({ maxBytes: 0 }),
      pictures: () => ({ active: 0, waiting: 0 }),
    }),
    ...nodeReadings({
      mails: () => Promise.resolve({ waiting: 0, late: 0, failed: 0 }),
      otherNodes: () => 0,
    }),
  ];
  addReadings(registry, readings);
  const told = await registry.metrics();
  expect(registry).toBeInstanceOf(Registry);
  const rules = parse(read('deploy/prometheus-alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const operations = read('docs/operations.md');
  for (const { alert, expr } of rules.groups.flatMap((group) => group.rules)) {
    expect(operations).toContain(alert);
    for (const [name] of expr.matchAll(/\b(?:naijabuilt|nodejs|process)_[a-z0-9_]+/g))
      expect(told).toContain(`# TYPE ${name.replace(/_(?:count|bucket|sum)$/, '')} `);
  }
});

test('README.md and .env.example tell of every variable', () => {
  for (const name of variableNames) {
    expect(read('README.md')).toContain(name);
    expect(read('.env.example')).toContain(`${name}=`);
  }
});
