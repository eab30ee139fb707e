// JSON lines on stdout, by pino: level, time, fields, and `msg` last. Secrets are removed (log-redaction.ts); the line
// of a request has the path without its query.
import pino, { type LevelWithSilent, type LoggerOptions } from 'pino';
import { redactFields, redactText } from './log-redaction.ts';

export type LogFields = Record<string, unknown>;
type Write = (message: string, fields?: LogFields) => void;

export interface RequestEntry {
  id: string;
  method: string;
  /** Canonical, or as it was sent where that is refused. Without the query, which has reset links and search texts. */
  path: string;
  /** The pattern of the path, such as /app/[nameId]. */
  route: string;
  status: number;
  /** Milliseconds from the request's head to the last byte written. */
  ms: number;
  /** Bytes of the body sent; for a write of the API those of its head as well. */
  bytes: number;
  cache: 'hit' | 'miss' | 'none';
  /** Whether the client left before the end. */
  aborted?: boolean;
}

export type Logger = ReturnType<typeof createLogger>;

/** Destination of the lines. */
export interface LogSink {
  write(line: string): void;
  /** Starts to write buffered lines. @param isEnd whether they are to be written before it returns */
  flush?(isEnd: boolean): void;
}

const settings = {
  // Without process id and host name, which the log collector knows.
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }), log: safeFields },
} satisfies LoggerOptions;

/** Fields that cannot be serialised must not make the caller fail. */
function safeFields(fields: object): LogFields {
  try {
    return redactFields(fields);
  } catch (error) {
    return { unreadable: error instanceof Error ? redactText(error.message) : typeof error };
  }
}

/**
 * JSON allows C1 controls, line separators and marks of writing direction in a text. A terminal acts on them, and the
 * reply of a stranger's mail server, which is logged, may contain some.
 */
const active = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escaped(line: string): string {
  return line.replace(active, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * @param level the lowest level that is written, one of fatal, error, warn, info, debug, trace; 'silent' writes none
 */
export function createLogger(level: LevelWithSilent, sink = openStdout()) {
  const lines = pino({ ...settings, level }, { write: (line: string) => sink.write(escaped(line)) });

  const writer = (at: 'debug' | 'info' | 'warn' | 'error' | 'fatal'): Write => {
    // A warning or worse is written at once: the process may be about to end.
    const isUrgent = at === 'warn' || at === 'error' || at === 'fatal';
    return (message, fields = {}) => {
      if (!lines.isLevelEnabled(at)) return;
      lines[at](fields, redactText(message));
      if (isUrgent) sink.flush?.(false);
    };
  };
  const write = {
    ...{ debug: writer('debug'), info: writer('info'), warn: writer('warn') },
    ...{ error: writer('error'), fatal: writer('fatal') },
  };
  return {
    ...write,
    /**
     * Writes one line per request: at error from 500 on, except 501 (a format that is not supported) and 503; at debug
     * for cache hits, of which there are tens of thousands a second, and where `quiet`; at info otherwise.
     */
    request(entry: RequestEntry, quiet = false): void {
      const at = levelOf(entry, quiet);
      if (lines.isLevelEnabled(at)) write[at]('request', { ...entry, ms: Math.round(entry.ms * 100) / 100 });
    },
    /** Writes everything before it returns. For the end of the process. */
    flush: (): void => sink.flush?.(true),
  };
}

function levelOf({ status, cache }: RequestEntry, quiet: boolean): 'debug' | 'info' | 'error' {
  if (quiet) return 'debug';
  // Overload is not a fault, and a flush for each refused request would make it worse.
  if (status >= 500 && status !== 501 && status !== 503) return 'error';
  return cache === 'hit' ? 'debug' : 'info';
}

/** Lines are written in batches of so many bytes, or after this time, because each write wakes another thread. */
const batchBytes = 4 * 1024;
const batchMs = 200;

/** Beyond this many buffered bytes lines are dropped, so that a stuck log reader does not take the site down. */
const maxBufferedBytes = 16 * 1024 * 1024;

/**
 * Writes to stdout without blocking the event loop when its reader is slow. Buffered lines are written when the process
 * exits.
 */
function openStdout(): LogSink {
  const stream = pino.destination({
    dest: 1,
    sync: false,
    minLength: batchBytes,
    periodicFlush: batchMs,
    maxLength: maxBufferedBytes,
  });
  let isReported = false;
  // The disk may be full. The lines are kept, and written when there is room.
  stream.on('error', (error: Error) => {
    if (!isReported) process.stderr.write(`The log cannot be written: ${error.message}\n`);
    isReported = true;
  });
  return {
    write: (line) => void stream.write(line),
    flush(isEnd) {
      try {
        if (isEnd) stream.flushSync();
        else stream.flush();
      } catch (error) {
        stream.emit('error', error);
      }
    },
  };
}
