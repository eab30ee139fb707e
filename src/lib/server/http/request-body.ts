// Reads the body of a request, and decides what happens to the connection when the request is answered before its body
// was read. The IncomingMessage is never destroyed here: that would destroy the socket, and with it the answer.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { ClientLeft } from '../platform/errors.ts';
import { closeAfterAnswer } from './sockets.ts';

export interface RequestBody {
  /** Null where the request has none. Before the first pull nothing is read, and no 100 Continue is sent. */
  stream: ReadableStream<Uint8Array> | null;
  /**
   * Called before the head of an answer is written. What is left of the body is dropped where that is little; otherwise
   * the answer says `connection: close`.
   * @param isLate whether the body has timed out already
   */
  settle(isLate?: boolean): void;
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Bytes of framing that a chunked body may have, beside those of `framingShare` for each byte of content. Threat: the
 * parser makes a Buffer of each chunk, so that a body of one-byte chunks costs hundreds of times its size.
 */
const maxFraming = 16 * 1024;
const framingShare = 3;

/** Bytes that are read and dropped; docs/api.md, 'Answers before a body was read'. */
const maxDropped = 1024 * 1024;
/**
 * What must arrive of them in the time. Threat: a body that never ends holds a connection that was answered already. A
 * phone at the edge of a network sends ten times as much.
 */
const dropping = { bytes: 16 * 1024, ms: 10_000 };

/** Shared by nearly all GETs. */
export const noBody: RequestBody = { stream: null, settle: () => undefined };

/** @param awaitsContinue the client sent `Expect: 100-continue` and holds its body back */
export function openBody(
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
): RequestBody {
  if (!hasBody(request.headers)) return noBody;
  const { socket } = request;
  const before = socket.bytesRead;
  let received = 0;
  let isHeldBack = awaitsContinue;

  /** Counts a piece, and ends the connection of a body that is nearly all framing: no honest client sends one. */
  function count(piece: Buffer): void {
    received += piece.length;
    if (socket.bytesRead - before > maxFraming + (1 + framingShare) * received) socket.destroy();
  }

  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  // Not of `ReadableStream.from`, with which whoever cancels would wait for the next piece.
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (isHeldBack) response.writeContinue();
        isHeldBack = false;
        const { done, value } = await pieces.next().catch(() => {
          throw new ClientLeft();
        });
        if (done === true) {
          controller.close();
          return;
        }
        count(value);
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );

  return {
    stream,
    settle(isLate = false) {
      // A cancelled reader may still wait for a piece.
      request.removeAllListeners('readable');
      request.resume();
      const most = received + maxDropped;
      const length = Number(request.headers['content-length'] ?? 0);
      if (request.complete) return;
      if (!isLate && !isHeldBack && length <= most) {
        // A body in chunks does not say how long it is.
        request.on('data', (piece: Buffer) => {
          count(piece);
          if (received > most) socket.destroy();
        });
        let wanted = received;
        const timer = setInterval(() => {
          wanted += dropping.bytes;
          if (received < wanted) socket.destroy();
        }, dropping.ms);
        // A request that was answered is not told when its client leaves.
        const stop = () => {
          clearInterval(timer);
          socket.off('close', stop);
        };
        request.once('close', stop);
        socket.once('close', stop);
        return;
      }
      response.shouldKeepAlive = false;
      closeAfterAnswer(socket);
    },
  };
}
