// JSON lines on stdout, by pino: level, time, what the line is about, and `msg` last. Never a secret
// (log-redaction.ts); a request's line carries the path without its query.
import pino, { type LoggerOptions } from 'pino';
import { redactFields, redactText } from './log-redaction.ts';

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
   * One line a request: at info, from 500 on at error, but for 501 (a format that is not spoken here) and 503. At debug
   * where the answer came from memory, of which there are tens of thousands a second, or where it is `quiet`.
   */
  request(entry: RequestEntry, quiet?: boolean): void;
  /** Hands everything to the operating system before it returns. For the end of the process. */
  flush(): void;
}

/** Where the lines go. */
export interface LogSink {
  write(line: string): void;
  /** Starts to write what waits. */
  flush?(): void;
  /** Has written what waits when it returns. */
  flushSync?(): void;
}

interface LogOptions {
  /** Stdout where none is given. */
  sink?: LogSink;
}

const settings = {
  // Of the process and the machine whoever collects the lines knows.
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }), log: safeFields },
} satisfies LoggerOptions;

/** A line that cannot be made must not take down what it tells of. */
function safeFields(fields: object): LogFields {
  try {
    return redactFields(fields);
  } catch (error) {
    return { unreadable: error instanceof Error ? redactText(error.message) : typeof error };
  }
}

/**
 * @param level the lowest level that is written, one of fatal, error, warn, info, debug, trace; 'silent' writes none
 */
export function createLogger(level: string, { sink = openStdout() }: LogOptions = {}): Logger {
  const lowest = levels.find((known) => known === level) ?? 'info';
  const lines = pino({ ...settings, level: lowest }, sink);

  type Level = Exclude<LogLevel, 'trace' | 'silent'>;
  const writer = (at: Level): Write => {
    // A warning or worse does not wait for others: the process may be about to end.
    const isUrgent = at === 'warn' || at === 'error' || at === 'fatal';
    return (message, fields = {}) => {
      if (!lines.isLevelEnabled(at)) return;
      lines[at](fields, redactText(message));
      if (isUrgent) sink.flush?.();
    };
  };
  const write: Record<Level, Write> = {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
  };
  return {
    ...write,
    request(entry, quiet = false) {
      const at = levelOf(entry, quiet);
      if (lines.isLevelEnabled(at)) write[at]('request', requestFields(entry));
    },
    flush: () => (sink.flushSync ?? sink.flush)?.call(sink),
  };
}

function levelOf({ status, cache }: RequestEntry, quiet: boolean): 'debug' | 'info' | 'error' {
  if (quiet) return 'debug';
  // Too many at once is no fault, and a line for each that went out by itself would make it worse.
  if (status >= 500 && status !== 501 && status !== 503) return 'error';
  return cache === 'hit' ? 'debug' : 'info';
}

function requestFields({ id, method, target, status, ms, bytes, cache, aborted }: RequestEntry): LogFields {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { method, path, status, bytes, cache, id, ms: Math.round(ms * 100) / 100, aborted };
}

/** Bytes of lines that wait for others before they are written, and how long: each write wakes another thread. */
const batchBytes = 4 * 1024;
const batchMs = 200;

/** Past so many bytes that nobody reads, lines are dropped, because a stuck log reader must not take the site down. */
const maxWaitingBytes = 16 * 1024 * 1024;

/**
 * Writes to stdout without holding up the event loop when its reader is slow. What waits is written when the process
 * exits.
 */
function openStdout(): LogSink {
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: batchBytes,
    periodicFlush: batchMs,
    maxLength: maxWaitingBytes,
  });
  let isToldOf = false;
  // A full disk, for instance. The lines are kept and written when there is room.
  stream.on('error', (error: Error) => {
    if (!isToldOf) process.stderr.write(`The log cannot be written: ${error.message}\n`);
    isToldOf = true;
  });
  return {
    write: (line) => void stream.write(line),
    flush: () => stream.flush(),
    flushSync() {
      try {
        stream.flushSync();
      } catch (error) {
        stream.emit('error', error);
      }
    },
  };
}
