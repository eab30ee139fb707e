// Reads the body of a request, and decides what happens to the connection when the request is answered before its body
// was read. The IncomingMessage is never destroyed here: that would destroy the socket, and with it the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { ClientLeft } from '../../platform/errors.ts';
import { freeChunk } from '../../platform/uploads/free-chunk.ts';
import { gatherChunks } from '../../platform/uploads/gather-chunks.ts';
import { closeLingering } from './lingering.ts';
import { hasBody } from './request-head.ts';

export interface RequestBody {
  /** Null where the request has none. Before the first pull nothing is read, and no 100 Continue is sent. */
  stream: ReadableStream<Uint8Array> | null;
  /**
   * Await it before the head of an answer is written. Discards what is left of the body where that is little; otherwise
   * the answer says `connection: close`, and the client is given time to read it.
   * @param isLate whether the body has timed out already
   */
  settle(isLate?: boolean): Promise<void>;
  /** Whether somebody waits for more of it. */
  isAwaited(): boolean;
}

/** docs/api.md, 'Answers before a body was read'. */
const discard = { bytes: 1024 * 1024, ms: 2_000 };

const settled = Promise.resolve();
/** Shared by nearly all GETs. */
const noBody: RequestBody = { stream: null, settle: () => settled, isAwaited: () => false };

/** @param awaitsContinue the client sent `Expect: 100-continue` and holds its body back */
export function openBody(
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
): RequestBody {
  if (!hasBody(request.headers)) return noBody;
  const { socket } = request;
  let received = 0;
  let isAttached = false;
  /** Whether a pull waits for bytes. */
  let isWanted = false;
  let take = (): void => undefined;
  let detach = (): void => undefined;

  /** Ends the connection when a body is nearly all framing. No honest client sends that, and reading on costs CPU. */
  function refuseFraming(): void {
    if (!response.headersSent && !socket.destroyed)
      socket.write('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    socket.destroy();
  }

  if (request.headers['transfer-encoding'] !== undefined) gatherChunks(request, refuseFraming);

  function attach(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (awaitsContinue) {
      awaitsContinue = false;
      response.writeContinue();
    }
    const onReadable = (): void => {
      if (!isWanted || !isAttached) return;
      // With a length `read` gives all that is buffered; without one it gives the first chunk, or emits the end.
      const piece = request.read(request.readableLength || undefined) as Buffer | null;
      if (piece === null) return;
      isWanted = false;
      received += piece.length;
      controller.enqueue(piece);
    };
    const onEnd = (): void => {
      detach();
      controller.close();
    };
    const onLost = (): void => {
      detach();
      controller.error(new ClientLeft());
    };
    detach = () => {
      request.off('readable', onReadable).off('end', onEnd).off('close', onLost).off('error', onLost);
      take = () => undefined;
      detach = () => undefined;
      isAttached = false;
    };
    take = onReadable;
    request.on('readable', onReadable).on('end', onEnd).on('close', onLost).on('error', onLost);
    if (request.destroyed && !request.readableEnded) onLost();
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!isAttached) {
          isAttached = true;
          attach(controller);
        }
        isWanted = true;
        take();
      },
      cancel: () => detach(),
    },
    { highWaterMark: 0 },
  );

  function close(): void {
    response.shouldKeepAlive = false;
    closeLingering(socket);
  }

  return {
    stream,
    isAwaited: () => isWanted && isAttached,
    async settle(isLate = false) {
      detach();
      const onData = (chunk: Buffer): void => {
        received += chunk.length;
        freeChunk(chunk);
      };
      request.on('data', onData).resume();
      if (request.complete || request.destroyed) return;
      const announced = Number(request.headers['content-length'] ?? 0);
      if (isLate || awaitsContinue || announced - received > discard.bytes) close();
      else if (!(await discardRest(request))) close();
    },
  };
}

/** @returns whether the body ended within the limits of `discard` */
async function discardRest(request: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let bytes = 0;
  // Runs before the listener that frees the chunk, which then has no length.
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > discard.bytes) resolve(false);
  };
  const onEnd = (): void => resolve(true);
  const onLost = (): void => resolve(false);
  request.prependListener('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost);
  const timer = setTimeout(onLost, discard.ms);
  const isWhole = await promise;
  clearTimeout(timer);
  request.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost);
  return isWhole;
}
