import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendBytes, startServer } from './testing.ts';

test('Passes on a body of one-byte chunks in pieces as large as they arrive', async () => {
  const size = 4_000;
  const pieces: number[] = [];
  const { port } = await startServer({
    async api(request) {
      for await (const piece of request.body ?? []) pieces.push(piece.byteLength);
      return Response.json({});
    },
  });
  const answer = await sendBytes(
    port,
    'POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n' +
      '1\r\na\r\n'.repeat(size) +
      '0\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(size);
  expect(pieces.length).toBeLessThan(100);
});

test.each([
  ['that is read', 'POST /api/v1/token/'],
  ['that nothing reads', 'POST /about'],
])('Ends the connection of a body %s and is nearly all framing', async (_, line) => {
  let read = 0;
  const { port, get } = await startServer({
    async api(request) {
      for await (const piece of request.body ?? []) read += piece.byteLength;
      return Response.json({});
    },
  });
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  // Not `once`, which would reject with the error of a broken connection.
  const happened = (event: string) => new Promise((resolve) => client.once(event, resolve));
  const closed = happened('close');
  client.resume();
  const chunks = Buffer.from('1\r\na\r\n'.repeat(10_000));
  client.write(`${line} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  // 60 MB if the body is wanted; up to 1 MB of an unwanted body may be read and dropped.
  let sent = 0;
  for (; sent < 1_000 && client.writable; sent += 1)
    if (!client.write(chunks)) await Promise.race([happened('drain'), closed]);
  await closed;
  expect(read).toBeLessThan(100_000);
  expect(sent).toBeLessThan(200);
  expect((await get('/')).status).toBe(200);
});

test('Accepts a body in chunks of a few bytes, as some clients send them', async () => {
  let read = 0;
  const { port } = await startServer({
    async api(request) {
      for await (const piece of request.body ?? []) read += piece.byteLength;
      return Response.json({});
    },
  });
  const answer = await sendBytes(
    port,
    'POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n' +
      '5\r\nabcde\r\n'.repeat(40_000) +
      '0\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(read).toBe(200_000);
});
