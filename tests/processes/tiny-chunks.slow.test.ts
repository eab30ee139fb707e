// The cost of hostile bodies in chunks of one byte, where each byte is work for the parser.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/server-process.ts';

const connections = 40;
const head =
  'POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
/** 1.5 MB on the wire, 250 KB of body. */
const body = Buffer.from('1\r\n \r\n'.repeat(250_000));

/** Resolves when the server has ended the connection. */
async function sendOneByteChunks(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(head);
    socket.write(body);
  });
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('close', resolve));
}

test('40 connections of one-byte chunks use little memory and delay nobody for long', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-tiny-chunks-'));
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  const port = Number(new URL(server.origin).port);
  const read = async () => expect((await fetch(`${server.origin}/about`)).status).toBe(200);
  await read();
  // The first round is not counted: it compiles code and grows the heap.
  await sendOneByteChunks(port);
  const before = server.peakMemory();
  const attack = Promise.all(Array.from({ length: connections }, () => sendOneByteChunks(port)));
  await attack;
  await read();
  expect(server.peakMemory() - before).toBeLessThan(80);
  expect(server.process.exitCode).toBeNull();
});
