// The files for deployment name only files, variables, services and metrics that exist.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { compose } from '../src/compose.ts';
import { parseConfig, variableNames } from '../src/lib/server/platform/config/config.ts';
import { createMetrics } from '../src/lib/server/http/metrics.ts';
import { createEdgeCache } from '../src/lib/server/http/cache.ts';

/** Variables of Node, glibc, Astro and the S3 client. */
const ofOthers = /^(?:NODE_ENV|TMPDIR|MALLOC_[A-Z_]+|ASTRO_TELEMETRY_DISABLED|AWS_[A-Z_]+)$/;
const isKnownVariable = (name: string) => variableNames.includes(name) || ofOthers.test(name);

const read = (file: string) => readFileSync(file, 'utf8');

interface Compose {
  services: Record<
    string,
    {
      environment?: Record<string, unknown>;
      volumes?: string[];
      depends_on?: unknown;
      read_only?: boolean;
      deploy?: { replicas: unknown };
    }
  >;
  volumes: Record<string, unknown>;
}

/** Fills in `${NAME:-default}` and `${NAME:?message}` as compose does. */
function fillIn(value: unknown): string {
  return String(value).replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, text: string) =>
    kind === '-' ? text : `a-secret-for-${name}-of-more-than-32-characters`,
  );
}

describe('The Dockerfile', () => {
  // A backslash at the end of a line continues it.
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');

  test('Copies only files that exist and are in the build context', () => {
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

  test('Copies only known files from its build stage', () => {
    const made = lines.flatMap((line) => /^COPY --from=build \/app\/(\S+) (\S+)$/.exec(line)?.slice(1) ?? []);
    expect(made).toContain('dist');
    for (const name of made)
      expect(['node_modules', 'dist', 'package.json', 'scripts', 'src']).toContain(name);
  });

  test('Sets known variables, and starts an existing file as an unprivileged user', () => {
    const variables = lines
      .filter((line) => line.startsWith('ENV '))
      .flatMap((line) =>
        [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const),
      );
    expect(variables.filter(([name]) => !isKnownVariable(name))).toEqual([]);
    const env = Object.fromEntries(variables);
    // The folder must not be /tmp, which compose.yaml puts into memory.
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

test('Lets nginx repeat no write on another node', () => {
  const site = read('deploy/nginx.conf');
  const location = (name: string) =>
    new RegExp(`location ${name} \\{(\\s+proxy_pass[\\s\\S]*?)\\n {2}\\}`).exec(site)?.[1] ?? '';
  const [all, once] = [location('/'), location('@once')];
  // nginx never repeats POST and PATCH that it has sent: ngx_http_upstream_module, proxy_next_upstream.
  expect(all).toContain('error_page 418 = @once;');
  expect(all).toMatch(/if \(\$request_method ~ \^\(PUT\|DELETE\)\$\) \{\s+return 418;/);
  expect(once).toContain('proxy_next_upstream off;');
  // What the server is told of a request is the same in both.
  const told = (text: string) =>
    text.match(/proxy_(?:pass|http_version|set_header|request_buffering|\w+_timeout) .*;/g);
  expect(told(once)).toEqual(told(all));
});

describe('Images', () => {
  /** Third-party images; the product's own is built here. */
  const images = (file: string) =>
    [...read(file).matchAll(/^(?:FROM|\s+image:) (\S+)/gm)]
      .map(([, image = '']) => image)
      .filter((image) => image !== 'naijabuilt');

  test('Third-party images have the tag of an exact version', () => {
    const named = ['Dockerfile', 'compose.yaml'].flatMap(images);
    expect(named).toHaveLength(5);
    // A tag such as `18` or `latest` may name another image tomorrow.
    expect(named.filter((image) => !/^[\w./-]+:\d+\.\d+(?:\.\d+)?(?:-[a-z-]+)?$/.test(image))).toEqual([]);
    expect(named.filter((image) => /^(?:node|caddy):/.test(image) && !/:\d+\.\d+\.\d+/.test(image))).toEqual(
      [],
    );
  });

  test('Both stages of the Dockerfile have the Node version of the tests', () => {
    const nodes = images('Dockerfile').filter((image) => image.startsWith('node:'));
    expect(nodes).toEqual(Array.from({ length: 2 }, () => `node:${process.versions.node}-bookworm-slim`));
  });

  test('No document names an image by a floating tag', () => {
    const floating = /\b(?:docker (?:run|pull)|image:)[^\n`]*?\b[\w./-]+:(?:latest|\d+)(?![\w.])/g;
    for (const file of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')])
      expect([file, read(file).match(floating)]).toEqual([file, null]);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as Compose;

  test('Gives its nodes a valid configuration', () => {
    const { environment = {}, read_only, deploy } = compose.services['node'] ?? {};
    const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value)]));
    expect(Object.keys(env).filter((name) => !isKnownVariable(name))).toEqual([]);
    expect(parseConfig(env)).toMatchObject({
      trustProxy: true,
      smtpUrl: undefined,
      metricsHost: '0.0.0.0',
    });
    expect([new URL(env['DATABASE_URL'] ?? '').hostname, read_only]).toEqual(['database', true]);
    expect(parseConfig(env).mediaUrl).toContain('http://store:8333');
    expect(fillIn(deploy?.replicas)).toBe('2');
  });

  test('Names only services, volumes and files that exist', () => {
    for (const { volumes = [], depends_on = [] } of Object.values(compose.services)) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(source)).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      const needed = Array.isArray(depends_on) ? (depends_on as string[]) : Object.keys(depends_on as object);
      for (const name of needed) expect(Object.keys(compose.services)).toContain(name);
    }
    const mounted = compose.services['proxy']?.volumes?.find((volume) => volume.includes('Caddyfile')) ?? '';
    const [, service = '', port] = /dynamic a ([\w-]+) (\d+)/.exec(read(mounted.split(':')[0] ?? '')) ?? [];
    expect(Object.keys(compose.services)).toContain(service);
    expect(read('Dockerfile')).toContain(`PORT=${port} `);
  });

  test('Every variable of compose.yaml is in the example file', () => {
    const wanted = [...read('compose.yaml').matchAll(/\$\{(\w+):[?-]/g)].map(([, name = '']) => name);
    expect(wanted).toContain('NODES');
    for (const name of wanted)
      expect(read('deploy/compose.env.example')).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });
});

test('Alarms and dashboard read existing metrics, and operations.md says what to do at each alarm', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'metrics-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const product = await compose(parseConfig({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' }));
  onTestFinished(() => product.close());
  const { registry } = createMetrics(product, createEdgeCache({ maxBytes: 0 }));
  const told = await registry.metrics();
  expect(registry).toBeInstanceOf(Registry);
  const rules = parse(read('deploy/prometheus-alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const operations = read('docs/operations.md');
  const alarms = rules.groups.flatMap((group) => group.rules);
  for (const { alert } of alarms) expect(operations).toContain(alert);
  const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const shown = dashboard.panels.flatMap(({ targets }) => targets);
  expect(shown.length).toBeGreaterThan(15);
  for (const { expr } of [...alarms, ...shown])
    for (const [name] of expr.matchAll(/\b(?:naijabuilt|nodejs|process)_[a-z0-9_]+/g))
      expect(told).toContain(`# TYPE ${name.replace(/_(?:count|bucket|sum)$/, '')} `);
});

test('docs/settings.md and .env.example name every variable', () => {
  for (const name of variableNames) {
    expect(read('docs/settings.md')).toContain(name);
    expect(read('.env.example')).toContain(`${name}=`);
  }
});
