// Reads bodies, and limits how much memory and disk those of all requests use together. Threat: a request that sends a
// part of its body and then waits costs its sender nothing; 2,000 of them with 250 KB each held 823 MB. Received bytes
// are counted and not announced ones, so that an announcement takes nothing from others.
import { WritableStream, type ReadableStream } from 'node:stream/web';
import { limits } from '../../../shared/schemas/limits.ts';
import { messages } from '../../../shared/text/messages.ts';
import { isLocal, networksOf } from '../security/client.ts';
import { AppError } from '../errors.ts';

interface Allowance {
  /** Limit for all clients together. */
  all: number;
  /** Limit for one address, or the /64 of an IPv6 one. */
  client: number;
  /**
   * Limit for each network around it (/24, /56, /48). Threat: one IPv6 line has 256 addresses and would use up the
   * whole budget.
   */
  network: number;
}

/** The share of a budget that one request uses. */
export interface Hold {
  /** @throws AppError 503 if all clients together use too much, 429 if this one does */
  add(amount: number): void;
  /** Releases everything. Later calls do nothing. */
  release(): void;
}

export interface Budget {
  hold(address: string): Hold;
}

export interface BodyBudgets {
  /** Bytes of bodies without files, from their arrival until their request is answered. */
  memory: Budget;
  /** Requests with files that are being read or processed. */
  uploads: Budget;
  /** Bytes of files on disk that belong to requests under way. */
  disk: Budget;
}

/**
 * Hundreds of people share the address of a mobile provider or an office, so the allowance of a client is far above
 * what one person needs: 2,000 logins of 1 KB at the same time, or 40 people who upload.
 */
const allowances = {
  memory: { all: 16 * 1024 * 1024, client: 2 * 1024 * 1024, network: 6 * 1024 * 1024 },
  uploads: { all: 200, client: 40, network: 80 },
  // A hundred of the largest requests.
  disk: {
    all: 100 * limits.requestBytes,
    client: 20 * limits.requestBytes,
    network: 40 * limits.requestBytes,
  },
} as const satisfies Record<string, Allowance>;

const retrySeconds = 5;

function createBudget({ all, client, network }: Allowance): Budget {
  const taken = new Map<string, number>();
  let total = 0;

  function change(subjects: readonly string[], amount: number): void {
    total += amount;
    for (const subject of subjects) {
      const left = (taken.get(subject) ?? 0) + amount;
      if (left === 0) taken.delete(subject);
      else taken.set(subject, left);
    }
  }

  return {
    hold(address) {
      /** The address first, then the networks around it. */
      const subjects = isLocal({ address }) ? [] : [address, ...networksOf({ address })];
      let held = 0;
      let isReleased = false;
      return {
        add(amount) {
          if (isReleased) return;
          if (total + amount > all) throw new AppError(503, messages.errors.busy, {}, retrySeconds);
          if (subjects.some((one, at) => (taken.get(one) ?? 0) + amount > (at === 0 ? client : network)))
            throw new AppError(
              429,
              `Too much is sent from your network at the same time. Wait ${retrySeconds} seconds and try again.`,
              {},
              retrySeconds,
            );
          held += amount;
          change(subjects, amount);
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          if (held > 0) change(subjects, -held);
        },
      };
    },
  };
}

/** The budgets of a process. */
export const createBodyBudgets = (): BodyBudgets => ({
  memory: createBudget(allowances.memory),
  uploads: createBudget(allowances.uploads),
  disk: createBudget(allowances.disk),
});

/** Limit of a body without files, which is read into memory. */
export const textBodyBytes = 256 * 1024;

/**
 * Timeout in milliseconds. Long enough for 256 KB at 140 kbit/s, as a phone has at the edge of a network; limits bodies
 * that are sent byte by byte to hold a connection.
 */
const textBodyMs = 15_000;

export const textTooLarge = (): AppError => new AppError(413, 'This request is too large.');
export const tooSlow = (): AppError =>
  new AppError(408, 'The request took too long to arrive. Check your connection and send it again.');

/**
 * Reads a body into memory, and counts each byte against the budget as it arrives.
 * @throws AppError 413 if it is too large, 408 if it takes too long, 429 or 503 if the budget is used up
 */
export async function readTextBody(
  body: ReadableStream<Uint8Array> | null,
  memory: Hold,
  maxBytes = textBodyBytes,
): Promise<Buffer> {
  // One growing buffer, because each piece has an overhead of a few hundred bytes, and may have one byte of content.
  const text = new ArrayBuffer(0, { maxByteLength: maxBytes });
  const sink = new WritableStream<Uint8Array>({
    write(piece) {
      const length = text.byteLength;
      if (length + piece.byteLength > maxBytes) throw textTooLarge();
      memory.add(piece.byteLength);
      text.resize(length + piece.byteLength);
      new Uint8Array(text, length).set(piece);
    },
  });
  const late = AbortSignal.timeout(textBodyMs);
  try {
    await body?.pipeTo(sink, { signal: late });
  } catch (error) {
    throw error === late.reason ? tooSlow() : error;
  }
  return Buffer.from(text.transferToFixedLength());
}
