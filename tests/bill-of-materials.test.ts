// The list of all third-party packages, for whoever has to know whether a new fault concerns this site.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

interface Component {
  'bom-ref': string;
  properties: { name: string; value: string }[];
}

test('npm run sbom names every package that the server runs with, without a network', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    env: { ...process.env, npm_config_offline: 'true' },
    maxBuffer: 16 * 1024 * 1024,
  });
  const bill = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  expect(bill.bomFormat).toBe('CycloneDX');
  const forDevelopment = new Map(
    bill.components.map(({ 'bom-ref': ref, properties }) => [
      ref,
      properties.some(({ name }) => name === 'cdx:npm:package:development'),
    ]),
  );
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const wanted = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(wanted.filter((ref) => forDevelopment.get(ref) !== false)).toEqual([]);
  // Theirs as well, and what only development needs is marked.
  expect(forDevelopment.size).toBeGreaterThan(wanted.length * 5);
  expect([...forDevelopment].filter(([ref, marked]) => ref.startsWith('vitest@') && !marked)).toEqual([]);
});
