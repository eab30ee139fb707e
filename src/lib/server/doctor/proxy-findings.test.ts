// The units of deploy/ let no process ask for the addresses of its machine (RestrictAddressFamilies).
import { once } from 'node:events';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findInProxy } from './index.ts';

function failInterfaces(code: string): void {
  const refused = Object.assign(new Error('uv_interface_addresses returned Unknown system error 97'), {
    code,
  });
  const spy = vi.spyOn(os, 'networkInterfaces').mockImplementation(() => {
    throw refused;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

async function findingFor(client: string): Promise<string | false> {
  const site = createServer((_, response) => response.end(JSON.stringify({ client }))).listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => site.closeAllConnections());
  onTestFinished(() => void site.close());
  const { port } = site.address() as AddressInfo;
  const config = { siteUrl: `http://127.0.0.1:${String(port)}`, trustProxy: true };
  return await findInProxy(config, Buffer.alloc(32));
}

test('Examines the proxy where the addresses of the machine cannot be had', async () => {
  failInterfaces('ERR_SYSTEM_ERROR');
  expect(await findingFor('192.0.2.77')).toMatch(
    /^X-Forwarded-For: the proxy passes on what a client writes there/,
  );
  // It may be an address of the machine itself.
  expect(await findingFor('10.1.2.3')).toBe(false);
});

test('Rethrows an unexpected error of the network interfaces', async () => {
  failInterfaces('ERR_OTHER');
  await expect(findingFor('10.1.2.3')).rejects.toThrow('uv_interface_addresses');
});
