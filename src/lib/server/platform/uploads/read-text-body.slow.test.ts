import { ReadableStream } from 'node:stream/web';
import { expect, test } from 'vitest';
import { createBodyBudgets } from './body-budgets.ts';
import { readTextBody, textBodyBytes } from './read-text-body.ts';

/**
 * A body that arrives byte by byte, each in its own buffer, like that of a client that sends one byte in each packet.
 * @param before preceding bytes, in one piece
 */
function byteByByte(bytes: number, before = 0): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (before > 0) controller.enqueue(new Uint8Array(before));
      },
      pull(controller) {
        if (sent === bytes) controller.close();
        else controller.enqueue(Uint8Array.of(97 + (sent++ % 26)));
      },
    },
    { highWaterMark: 0 },
  );
}

test('Holds no more of a body than its bytes, however small its pieces', async () => {
  const freed: ArrayBufferLike[] = [];
  const source = byteByByte(2_000);
  const watched = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        for await (const piece of source) {
          freed.push(piece.buffer);
          controller.enqueue(piece);
        }
        // The stream stays open: the test checks the received part while the body is still arriving.
      },
    },
    { highWaterMark: Infinity },
  );
  const hold = createBodyBudgets().memory.hold('203.0.113.7');
  const refused = expect(readTextBody(watched, hold, { withinMs: 5_000 })).rejects.toMatchObject({
    status: 408,
  });
  await expect.poll(() => freed.length).toBe(2_000);
  await expect.poll(() => freed.filter(({ byteLength }) => byteLength > 0).length).toBe(0);
  await refused;
});

test('Reads a body of many pieces as it was sent', async () => {
  const hold = createBodyBudgets().memory.hold('203.0.113.7');
  const body = await readTextBody(byteByByte(20_000), hold);
  expect(body.length).toBe(20_000);
  expect(body.toString().slice(0, 30)).toBe('abcdefghijklmnopqrstuvwxyzabcd');
  const tooLong = byteByByte(1_000, textBodyBytes - 999);
  await expect(readTextBody(tooLong, hold)).rejects.toMatchObject({ status: 413 });
});
