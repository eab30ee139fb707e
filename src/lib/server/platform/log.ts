// JSON lines on stdout: time, level and msg first, then whatever the line is about. Never a secret: fields that hold
// one are hidden by name, and a request line carries the path without its query.
import SonicBoom from 'sonic-boom';
import { hitLine, pathJson, workerField, writeHit, type HitEntry, type HitLine } from './log-hit.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof levels)[number];

export type LogFields = Record<string, unknown>;
type Write = (message: string, fields?: LogFields) => void;

export interface RequestEntry {
  id: string;
  method: string;
  /** As sent; the log leaves the query out, because reset links and search texts are nobody's business. */
  target: string;
  status: number;
  /** Milliseconds from the request's head to the last byte handed over. */
  ms: number;
  /** Bytes of the body sent. */
  bytes: number;
  cache: 'hit' | 'miss' | 'none';
  /** The client left before the end. */
  aborted?: boolean;
}

export interface Logger {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
  fatal: Write;
  /**
   * One line a request: at info, from 500 on at error, but for 501 (a format that is not spoken here) and 503; at debug
   * where `quiet`.
   */
  request(entry: RequestEntry, quiet?: boolean): void;
  /** Prepares the line of a request that is answered from memory; undefined where the level leaves it out. */
  prepareHit(entry: HitEntry): HitLine | undefined;
  /**
   * One prepared line, at info.
   * @param number of the request, behind the prefix of its id
   * @param began as told by performance.now()
   */
  hit(line: HitLine, number: number, began: number): void;
  /** Passes on lines that another process has written. */
  pass(lines: Buffer): void;
  /** Hands everything to the operating system before it returns. For the end of the process. */
  flush(): void;
}

/** Where the lines go. */
export interface LogSink {
  /** Whole lines; the sink may keep the bytes. */
  write(lines: Buffer): void;
  flush(): void;
}

interface LogOptions {
  /** Stdout where none is given. */
  sink?: LogSink;
  /** The process id, where there are several: every line names it. */
  worker?: number;
}

/**
 * Lines wait until there are so many bytes of them, or so long. A warning or worse does not wait. Each write wakes
 * another thread, which under load costs some 100 µs: many small ones took 5 % of all answers.
 */
const batchBytes = 256 * 1024;
const batchMs = 200;

/**
 * @param level the lowest level that is written, one of fatal, error, warn, info, debug, trace; 'silent' writes none
 */
export function createLogger(level: string, { sink, worker }: LogOptions = {}): Logger {
  const out = sink ?? stdoutSink();
  const common = worker === undefined ? {} : { worker };
  const known = levels.indexOf(level as LogLevel);
  const lowest = known === -1 ? levels.indexOf('info') : known;
  const writes = (wanted: LogLevel): boolean => levels.indexOf(wanted) >= lowest && level !== 'silent';
  const [info, debug, error] = [writes('info'), writes('debug'), writes('error')];
  // Bytes: a string that grows by lines is a tree, and flattening one of this size at its end took 0.1 ms.
  let batch = Buffer.allocUnsafeSlow(batchBytes);
  let used = 0;
  let timer: NodeJS.Timeout | undefined;

  function release(): void {
    clearTimeout(timer);
    timer = undefined;
    if (used === 0) return;
    out.write(batch.subarray(0, used));
    batch = Buffer.allocUnsafeSlow(batchBytes);
    used = 0;
  }

  function append(line: string): void {
    const most = line.length * 3;
    if (used + most > batchBytes) release();
    if (most > batchBytes) {
      out.write(Buffer.from(line));
      return;
    }
    used += batch.write(line, used);
    timer ??= setTimeout(release, batchMs).unref();
  }

  function writer(at: Exclude<LogLevel, 'silent'>): Write {
    if (!writes(at)) return () => undefined;
    const urgent = levels.indexOf(at) >= levels.indexOf('warn');
    return (msg, fields) => {
      append(toLine({ time: isoNow(), level: at, msg, ...common, ...fields }));
      if (urgent) release();
    };
  }

  const logger: Logger = {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
    request(entry, quiet = false) {
      // Too many at once is no fault, and a line for each that went out by itself would make it worse.
      const failed = entry.status >= 500 && entry.status !== 501 && entry.status !== 503 && !quiet;
      if (!(failed ? error : quiet ? debug : info)) return;
      append(requestLine(entry, failed ? 'error' : quiet ? 'debug' : 'info', worker));
      if (failed) release();
    },
    prepareHit: (entry) => (info ? hitLine(entry, worker) : undefined),
    hit(line, number, began) {
      const now = performance.now();
      if (used + line.most > batchBytes) release();
      used = writeHit(batch, used, line, now, number, now - began);
      timer ??= setTimeout(release, batchMs).unref();
    },
    pass(lines) {
      release();
      out.write(lines);
    },
    flush() {
      release();
      out.flush();
    },
  };
  // However the process ends, its last lines are the ones that somebody will want to read.
  if (!sink) process.once('exit', () => logger.flush());
  return logger;
}

/** A line for each request at least: put together by hand, which takes an eighth of the general way. */
function requestLine(entry: RequestEntry, level: LogLevel, worker: number | undefined): string {
  const { id, method, target, status, ms, bytes, cache, aborted } = entry;
  return (
    `{"time":"${isoNow()}","level":"${level}","msg":"request",${workerField(worker)}"method":"${method}",` +
    `"path":${pathJson(target)},"status":${status},"bytes":${bytes},"cache":"${cache}",` +
    `"id":"${id}","ms":${ms.toFixed(2)}${aborted ? ',"aborted":true' : ''}}\n`
  );
}

const secret =
  /^(?:authorization|cookie|set-cookie|password|new_?password|current_?password|token|access|refresh|reset_?token|secret)$/i;

function toLine(fields: LogFields): string {
  try {
    return `${JSON.stringify(fields, plain)}\n`;
  } catch (error) {
    return `${JSON.stringify({ time: fields.time, level: 'error', msg: 'A log line could not be written', error: String(error) })}\n`;
  }
}

function plain(key: string, value: unknown): unknown {
  if (secret.test(key)) return '[hidden]';
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  const code = 'code' in value ? value.code : undefined;
  const errors: unknown = value instanceof AggregateError ? value.errors : undefined;
  return { name, message, code, stack, cause, errors };
}

let lastTime = 0;
let lastIso = '';

/** Many lines fall in one millisecond under load, and formatting an instant is most of a line's cost. */
function isoNow(): string {
  const time = Date.now();
  if (time !== lastTime) {
    lastTime = time;
    lastIso = new Date(time).toISOString();
  }
  return lastIso;
}

/**
 * Writes to stdout without holding up the event loop when its reader is slow. Past 16 MB of lines that nobody reads,
 * lines are dropped, because a stuck log reader must not take the site down.
 */
function stdoutSink(): LogSink {
  const contentMode = 'buffer';
  const stream = new SonicBoom({
    fd: 1,
    sync: false,
    maxWrite: batchBytes,
    maxLength: 16 * 1024 * 1024,
    contentMode,
  });
  // The reader has gone away (EPIPE): there is nobody left to tell.
  stream.on('error', () => undefined);
  return {
    // Its types know of texts only.
    write: (lines) => void stream.write(lines as unknown as string),
    flush() {
      try {
        stream.flushSync();
      } catch {
        // As above; and before stdout is open there is nothing to flush.
      }
    },
  };
}
