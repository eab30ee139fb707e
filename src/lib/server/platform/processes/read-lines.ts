import type { Readable } from 'node:stream';

const newline = 0x0a;

/**
 * Calls `listener` with the bytes of a stream, cut at the ends of lines. The last line counts as ended by the stream's
 * end.
 */
export function readLines(stream: Readable, listener: (lines: Buffer) => void): void {
  let rest: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) {
      rest.push(chunk);
      return;
    }
    const whole = chunk.subarray(0, end);
    listener(rest.length > 0 ? Buffer.concat([...rest, whole]) : whole);
    rest = end < chunk.length ? [chunk.subarray(end)] : [];
  });
  const release = (): void => {
    if (rest.length > 0) listener(Buffer.concat([...rest, Buffer.from([newline])]));
    rest = [];
  };
  stream.on('end', release);
  // The process at the other end has died, which its exit tells as well.
  stream.on('error', release);
}
