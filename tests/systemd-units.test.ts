// The units of deploy/ start existing files with known variables, and systemd accepts them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseConfig, variableNames } from '../src/lib/server/platform/config/config.ts';

/** Variables of Node, glibc, Astro and the S3 client. */
const ofOthers = /^(?:NODE_ENV|TMPDIR|MALLOC_[A-Z_]+|ASTRO_TELEMETRY_DISABLED|AWS_[A-Z_]+)$/;
const isKnownVariable = (name: string) => variableNames.includes(name) || ofOthers.test(name);

const read = (file: string) => readFileSync(file, 'utf8');

describe('Systemd units', () => {
  const units = ['deploy/naijabuilt.service', 'deploy/naijabuilt@.service'];
  const commandOf = (unit: string) => /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';

  test.each(units)('%s starts an existing file with known variables', (file) => {
    const unit = read(file);
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' '));
    const ofCommand = commandOf(unit).match(/\b[A-Z_]+=\S+/g) ?? [];
    const names = [...variables, ...ofCommand].map((one) => one.split('=')[0] ?? '');
    expect(names.filter((name) => !isKnownVariable(name))).toEqual([]);
    expect(variables).toContain('TMPDIR=/var/lib/naijabuilt/tmp');
    expect(existsSync(commandOf(unit).split(' ').at(-1) ?? '')).toBe(true);
  });

  test('The unit for several nodes differs from the single one in its ports only', () => {
    const settings = (file: string) =>
      read(file)
        .split('\n')
        .filter((line) => !line.startsWith('#') && !line.startsWith('Description='))
        .map((line) => line.replace('/usr/bin/env PORT=432%i METRICS_PORT=946%i ', '').replaceAll('@%i', ''));
    expect(settings(units[1] ?? '')).toEqual(settings(units[0] ?? ''));
    expect(read(units[1] ?? '')).toContain('ExecStart=/usr/bin/env PORT=432%i METRICS_PORT=946%i ');
    // These are the proxy's default ports.
    expect(read('deploy/Caddyfile')).toContain('{$NODES:127.0.0.1:4321 127.0.0.1:4322}');
    for (const node of ['1', '9'])
      expect(parseConfig({ PORT: `432${node}`, METRICS_PORT: `946${node}` }).port).toBe(Number(`432${node}`));
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.runIf(hasSystemd)('Systemd accepts both units', () => {
    const folder = mkdtempSync(join(tmpdir(), 'naijabuilt-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const name of ['naijabuilt', 'naijabuilt@1', 'naijabuilt@2'])
      writeFileSync(join(folder, `${name}.socket`), read(`deploy/${name.replace(/\d/, '')}.socket`));
    const verify = (name: string, text: string) => {
      const file = join(folder, name);
      // systemd checks that the command exists.
      writeFileSync(file, text.replaceAll('/srv/naijabuilt', process.cwd()));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      return { status, stderr };
    };
    const well = { status: 0, stderr: '' };
    expect(verify('naijabuilt.service', read(units[0] ?? ''))).toEqual(well);
    expect(verify('naijabuilt@1.service', read(units[1] ?? ''))).toEqual(well);
    expect(
      verify('naijabuilt@2.service', read(units[1] ?? '').replace('KillMode=', 'KilMode=')).stderr,
    ).toContain('KilMode');
  });
});
