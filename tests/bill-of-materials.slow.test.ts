// The list of all third-party packages shows whether a vulnerability concerns this site.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

interface Component {
  'bom-ref': string;
  properties: { name: string; value: string }[];
}

test('Lists every package of the server with npm run sbom, without a network', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    // For production npm would leave the packages for development out.
    env: { ...process.env, NODE_ENV: undefined, npm_config_offline: 'true' },
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
  // Dependencies of dependencies are listed, and packages for development are marked.
  expect(forDevelopment.size).toBeGreaterThan(wanted.length * 5);
  expect([...forDevelopment].filter(([ref, marked]) => ref.startsWith('vitest@') && !marked)).toEqual([]);
});
