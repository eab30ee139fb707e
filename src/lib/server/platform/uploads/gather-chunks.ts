// Joins the chunks of a chunked body as they come out of the parser.
// Threat: each chunk is a Buffer of nearly a kilobyte, and the parser processes up to 64 KB of the socket before
// anybody can intervene: 40 connections of one-byte chunks, each 1.5 MB on the wire, took 330 MB and 1.4 s of processor
// time.
import type { IncomingMessage } from 'node:http';
import { freeChunk } from './free-chunk.ts';

/** Size of joined pieces in bytes. A larger chunk is passed on as it is. */
const pieceBytes = 4_096;

/** Framing of a chunk of up to 15 bytes: one digit and two line ends. */
const framingOfChunk = 5;

/**
 * Maximum of framing bytes beyond `framingShare` for each byte of content. The parser's work is per chunk, so a body of
 * only tiny chunks is refused.
 */
const maxFraming = 16 * 1024;
const framingShare = 3;

/**
 * Makes the request join small chunks into pieces of `pieceBytes`, or of what arrives in one turn of the event loop.
 * @param refuse called once, a tick after the body turned out to be nearly all framing; later bytes are dropped
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
    // Copied to its size, so that single bytes do not hold 4 KB each until they are read.
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
    const hasRoom = filled + chunk.length > pieceBytes ? flush() : true;
    gathered ??= Buffer.allocUnsafeSlow(pieceBytes);
    filled += chunk.copy(gathered, filled);
    freeChunk(chunk);
    flushLater();
    return hasRoom;
  }

  /** @returns whether the body is refused */
  function isTooSmall({ length }: Buffer): boolean {
    framing += framingOfChunk + length - framingShare * length;
    if (isRefused || framing < maxFraming) return isRefused;
    isRefused = true;
    gathered = null;
    filled = 0;
    // Later, because the parser is running and must not lose its socket.
    process.nextTick(refuse);
    return true;
  }

  request.push = (chunk: Buffer | null): boolean => {
    if (chunk === null) {
      flush();
      return push(null);
    }
    if (isTooSmall(chunk)) return true;
    if (chunk.length < pieceBytes) return gather(chunk);
    flush();
    return push(chunk);
  };
}
