import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherChunks } from './gather-chunks.ts';

function gathering() {
  const request = new IncomingMessage(new Socket());
  const state = { isRefused: false };
  gatherChunks(request, () => (state.isRefused = true));
  const pieces: Buffer[] = [];
  const read = (): void => {
    const { readableLength } = request;
    if (readableLength > 0) pieces.push(request.read(readableLength) as Buffer);
  };
  return { request, state, pieces, read };
}

test('Chunks of one turn become one piece, in order, before the end', () => {
  const { request, pieces, read } = gathering();
  for (const letter of 'abcdefghij') request.push(Buffer.from(letter));
  request.push(Buffer.alloc(5_000, 'k'));
  request.push(Buffer.from('l'));
  request.push(null);
  read();
  expect(Buffer.concat(pieces).toString()).toBe(`abcdefghij${'k'.repeat(5_000)}l`);
});

test('Bytes that arrive one by one use no more memory than they need until they are read', async () => {
  const { request } = gathering();
  const held = new Map<ArrayBufferLike, number>();
  const push = request.push.bind(request);
  for (let sent = 0; sent < 300; sent += 1) {
    push(Buffer.from('a'));
    await setImmediate();
    await setImmediate();
  }
  expect(request.readableLength).toBe(300);
  for (let left = 300; left > 0; left -= 1) {
    const piece = request.read(1) as Buffer;
    held.set(piece.buffer, piece.buffer.byteLength);
  }
  expect([...held.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(150_000);
});

test('A body of framing alone is given up once, a turn later, and later bytes are dropped', async () => {
  const { request, state } = gathering();
  for (let sent = 0; sent < 20_000; sent += 1) request.push(Buffer.from('a'));
  expect(state.isRefused).toBe(false);
  await setImmediate();
  expect(state.isRefused).toBe(true);
  expect(request.readableLength).toBeLessThan(10_000);
});
