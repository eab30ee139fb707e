import { expect, test } from 'vitest';
import { sendBytes, startServer } from './testing.ts';

test('Hands over a body of one-byte chunks in pieces as large as they arrive', async () => {
  const size = 200_000;
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
  expect(pieces.length).toBeLessThan(1_000);
});
