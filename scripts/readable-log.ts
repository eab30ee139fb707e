// The log of `npm run dev`: readable lines instead of JSON.
import type { LogSink } from '../src/lib/server/platform/log.ts';

interface Line {
  level: string;
  time: string;
  msg: string;
  error?: { stack?: string };
  [field: string]: unknown;
}

/** '08:40:12 warn A mail could not be sent yet tries=2', and the stack of an error below. */
export function readableLine(json: string): string {
  const { level, time, msg, error, ...fields } = JSON.parse(json) as Line;
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const stack = error?.stack === undefined ? '' : `\n${error.stack}`;
  return `${time.slice(11, 19)} ${level} ${msg}${rest.join('')}${stack}\n`;
}

export const readableLog: LogSink = { write: (line) => void process.stdout.write(readableLine(line)) };
