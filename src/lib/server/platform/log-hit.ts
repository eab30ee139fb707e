// The log line of a request that was answered from memory. There are tens of thousands of them a second, and a line put
// together as a text took a tenth of the whole answer, so the bytes that are the same each time are made once and
// copied.

export interface HitEntry {
  /** What stands in front of a request's number in its id. */
  idPrefix: string;
  method: string;
  target: string;
  status: number;
  bytes: number;
}

export interface HitLine {
  /** Everything up to the request's number, with room for the time. */
  start: Uint8Array;
  /** The most bytes that the whole line may take. */
  most: number;
}

const beforeTime = '{"time":"';
const timeLength = '2026-01-01T00:00:00.000Z'.length;
const time = Buffer.alloc(timeLength);

/** The second that `time` is in, and how far the system's clock was from this process's then, in milliseconds. */
let second = Number.NaN;
let offset = 0;

/** Brings `time` up to date. The clock is read and formatted once a second; in between only milliseconds change. */
function setTime(now: number): void {
  let at = Math.floor(now + offset);
  if (Math.floor(at / 1000) !== second) {
    const wall = Date.now();
    offset = wall - now;
    at = wall;
    second = Math.floor(wall / 1000);
    time.write(new Date(wall).toISOString(), 'latin1');
  }
  const ms = at - second * 1000;
  time[20] = 0x30 + Math.floor(ms / 100);
  time[21] = 0x30 + (Math.floor(ms / 10) % 10);
  time[22] = 0x30 + (ms % 10);
}
const middle = Buffer.from('","ms":');
/** Digits of the largest safe integer, twice: the request's number and the milliseconds. */
const mostDigits = 2 * 16;

/** The path of a request target as JSON. Without the query: reset links and search texts are nobody's business. */
export function pathJson(target: string): string {
  const mark = target.indexOf('?');
  return JSON.stringify(mark === -1 ? target : target.slice(0, mark));
}

export function workerField(worker: number | undefined): string {
  return worker === undefined ? '' : `"worker":${worker},`;
}

export function hitLine(
  { idPrefix, method, target, status, bytes }: HitEntry,
  worker: number | undefined,
): HitLine {
  const start = Buffer.from(
    `${beforeTime}${' '.repeat(timeLength)}","level":"info","msg":"request",${workerField(worker)}` +
      `"method":"${method}","path":${pathJson(target)},"status":${status},"bytes":${bytes},"cache":"hit","id":"${idPrefix}`,
  );
  return { start, most: start.length + middle.length + mostDigits + 8 };
}

/**
 * Writes the line into `into` from `at` on.
 * @param now performance.now()
 * @returns where it ends
 */
export function writeHit(
  into: Buffer,
  at: number,
  { start }: HitLine,
  now: number,
  number: number,
  ms: number,
): number {
  into.set(start, at);
  setTime(now);
  // A call into the runtime would cost more than these few bytes.
  const timeAt = at + beforeTime.length;
  for (let index = 0; index < timeLength; index += 1) into[timeAt + index] = time[index] ?? 0;
  let end = writeDigits(into, at + start.length, number);
  into.set(middle, end);
  end += middle.length;
  const hundredths = Math.round(ms * 100);
  end = writeDigits(into, end, Math.floor(hundredths / 100));
  const rest = hundredths % 100;
  into[end] = 0x2e;
  into[end + 1] = 0x30 + Math.floor(rest / 10);
  into[end + 2] = 0x30 + (rest % 10);
  into[end + 3] = 0x7d;
  into[end + 4] = 0x0a;
  return end + 5;
}

function writeDigits(into: Buffer, at: number, value: number): number {
  let length = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) length += 1;
  let rest = value;
  for (let index = at + length - 1; index >= at; index -= 1) {
    into[index] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return at + length;
}
