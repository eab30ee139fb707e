// The bodies that are still coming in when a server shuts down. It waits for those that come, and not for a client that
// has stopped sending.
import type { Socket } from 'node:net';
import type { RequestBody } from './request-body.ts';

/** Bytes in which a body that comes in has to gain within `stalledMs`; the slowest phone network sends more. */
const minBytes = 1_024;
const stalledMs = 2_000;

export interface OpenBodies {
  /** Follows a body until the returned function is called, when its request was answered. */
  follow(body: RequestBody, socket: Socket): () => void;
  /** Closes the connections of bodies that have stalled since it was first called. Call it again and again. */
  closeStalled(): void;
}

interface Seen {
  bytes: number;
  at: number;
}

export function createOpenBodies(now: () => number = () => performance.now()): OpenBodies {
  const open = new Map<RequestBody, { socket: Socket; seen: Seen | null }>();

  return {
    follow(body, socket) {
      if (body.stream === null) return () => undefined;
      open.set(body, { socket, seen: null });
      return () => void open.delete(body);
    },
    closeStalled() {
      for (const [body, entry] of open) {
        const bytes = entry.socket.bytesRead;
        // Otherwise it is the server that lets its client wait.
        if (!body.isAwaited()) entry.seen = null;
        else if (entry.seen === null || bytes - entry.seen.bytes >= minBytes)
          entry.seen = { bytes, at: now() };
        else if (now() - entry.seen.at >= stalledMs) {
          open.delete(body);
          entry.socket.destroy();
        }
      }
    },
  };
}
