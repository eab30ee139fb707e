import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../platform/config/config.ts';
import { listen, siteVariables } from './listen.ts';

test('Explains how to fix the unit when the inherited descriptor is not a socket, without naming HOST and PORT', async () => {
  const file = openSync('/dev/null', 'r');
  onTestFinished(() => closeSync(file));
  const listening = listen(createServer(), {
    host: '127.0.0.1',
    port: 4321,
    socket: file,
    variables: siteVariables,
  });
  await expect(listening).rejects.toThrow(ConfigError);
  await expect(listening).rejects.toThrow(
    /^LISTEN_FDS=1: what was handed over is no socket of TCP\. Let the socket unit listen/,
  );
});
