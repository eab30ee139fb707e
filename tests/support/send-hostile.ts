// Sends hostile requests over sockets, and counts the answers.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { HostileRequest } from './hostile-bodies.ts';

export interface HostileTally {
  sent: number;
  /** Answers by their status; 0 for a connection that was closed without one. */
  statuses: Record<number, number>;
  /** Answers from 500 on, except 503, which is a refusal for lack of memory. */
  faults: string[];
  /** Complete requests without an answer within `answerMs`. */
  unanswered: string[];
}

const answerMs = 20_000;

/** @returns the status of the last answer, 0 if there was none, or null if none came in time */
async function send(port: number, { bytes, writes, then }: HostileRequest): Promise<number | null> {
  const socket = connect(port, '127.0.0.1');
  // A reset is a valid answer here.
  socket.on('error', () => undefined);
  let received = '';
  socket.setEncoding('latin1');
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (text: string) => {
      received += text;
      if (/HTTP\/1\.1 [2-5]\d\d/.test(received)) resolve();
    });
    socket.on('close', () => resolve());
  });
  await once(socket, 'connect');
  let from = 0;
  for (const to of [...writes, bytes.length]) {
    if (socket.destroyed) break;
    const piece = bytes.subarray(from, to);
    from = to;
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
  if (then === 'half-close') socket.end();
  if (then === 'reset') {
    socket.resetAndDestroy();
    return 0;
  }
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), answerMs);
  await Promise.race([answered, late.promise]);
  clearTimeout(timer);
  const isLate = !socket.destroyed && !/HTTP\/1\.1 [2-5]/.test(received);
  socket.destroy();
  const statuses = [...received.matchAll(/HTTP\/1\.1 ([2-5]\d\d)/g)];
  return isLate ? null : Number(statuses[0]?.[1] ?? 0);
}

/** @param atOnce simultaneous connections */
export async function sendHostile(
  port: number,
  requestOf: (number: number) => HostileRequest,
  count: number,
  atOnce = 24,
): Promise<HostileTally> {
  const tally: HostileTally = { sent: 0, statuses: {}, faults: [], unanswered: [] };
  let number = 0;
  async function keepSending(): Promise<void> {
    while (number < count) {
      const request = requestOf((number += 1));
      const status = await send(port, request);
      tally.sent += 1;
      if (status === null) tally.unanswered.push(request.name);
      else {
        tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
        if (status >= 500 && status !== 503) tally.faults.push(`${status}: ${request.name}`);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, keepSending));
  return tally;
}
