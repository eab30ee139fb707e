// The chunks of a body, put together as they come out of the parser.
// Threat: each chunk is a Buffer with bytes of its own, nearly a kilobyte, and the parser takes up to 64 KB of the
// socket apart before anybody can look: 40 connections of one-byte chunks, each 1.5 MB on the wire, took 330 MB and 1.4
// s of the processor.
import type { IncomingMessage } from 'node:http';
import { freeChunk } from './free-chunk.ts';

/** A larger chunk goes on as it is. */
const largePiece = 4_096;

/** Of a chunk of up to 15 bytes: its size, and two ends of lines. */
const framingOfChunk = 5;

/**
 * Bytes of framing that a body may have beside a few for each of its own. What a parser does for a chunk it does for
 * each, so a body of nothing but small ones is given up.
 */
const mostFraming = 16 * 1024;
const framingShare = 3;

/**
 * Has the request take small chunks together: in pieces of `largePiece`, or as many as come in one turn.
 * @param refuse called once, a turn after nearly all that came was framing; what comes from then on is dropped
 */
export function gatherChunks(request: IncomingMessage, refuse: () => void): void {
  const push = request.push.bind(request);
  let gathered: Buffer | null = null;
  let filled = 0;
  let isScheduled = false;
  let isRefused = false;
  let framing = 0;

  /** @returns whether the request has room for more */
  function flush(): boolean {
    if (gathered === null || filled === 0) return true;
    // A copy of its own size: bytes that dribble in one by one must not hold 4 KB each until somebody reads them.
    const piece = Buffer.from(gathered.subarray(0, filled));
    filled = 0;
    return push(piece);
  }

  function flushLater(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (!request.destroyed) flush();
    });
  }

  function gather(chunk: Buffer): boolean {
    const hasRoom = filled + chunk.length > largePiece ? flush() : true;
    gathered ??= Buffer.allocUnsafeSlow(largePiece);
    filled += chunk.copy(gathered, filled);
    freeChunk(chunk);
    flushLater();
    return hasRoom;
  }

  /** @returns whether the body is given up */
  function isTooSmall({ length }: Buffer): boolean {
    framing += framingOfChunk + length - framingShare * length;
    if (isRefused || framing < mostFraming) return isRefused;
    isRefused = true;
    gathered = null;
    filled = 0;
    // The parser is at work, and must not lose its socket under its hands.
    process.nextTick(refuse);
    return true;
  }

  request.push = (chunk: Buffer | null): boolean => {
    if (chunk === null) {
      flush();
      return push(null);
    }
    if (isTooSmall(chunk)) return true;
    if (chunk.length < largePiece) return gather(chunk);
    flush();
    return push(chunk);
  };
}
