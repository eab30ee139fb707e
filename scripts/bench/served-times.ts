// Times of requests from the log of a server.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

interface RequestLine {
  msg: string;
  path?: string;
  ms: number;
}

/** @returns milliseconds of each request whose path begins with `start`, in order */
export async function servedTimes(logFile: string, start: string): Promise<number[]> {
  const times: number[] = [];
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    // The first line is a greeting.
    if (!line.startsWith('{')) continue;
    const { msg, path, ms } = JSON.parse(line) as RequestLine;
    if (msg === 'request' && path?.startsWith(start)) times.push(ms);
  }
  return times;
}
