// Reads bodies, and limits how much memory and disk those of all requests use together. Threat: a request that sends a
// part of its body and then waits costs its sender nothing; 2,000 of them with 250 KB each held 823 MB. Received bytes
// are counted and not announced ones, so that an announcement takes nothing from others.
import { WritableStream, type ReadableStream } from 'node:stream/web';
import { limits } from '../../../shared/schemas/limits.ts';
import { messages } from '../../../shared/text/messages.ts';
import { isLocal, networksOf } from '../security/client.ts';
import { AppError } from '../errors.ts';

/**
 * Hundreds of people share the address of a mobile provider or an office, so the allowance of a client is far above
 * what one person needs: 2,000 logins of 1 KB at the same time, or 40 people who upload. `client` is for one address,
 * or the /64 of an IPv6 one, `network` for each network around it (/24, /56, /48). Threat: one IPv6 line has 256
 * addresses and would use up the whole budget.
 */
const allowances = {
  /** Bytes of bodies without files, from their arrival until their request is answered. */
  memory: { all: 16 * 1024 * 1024, client: 2 * 1024 * 1024, network: 6 * 1024 * 1024 },
  /** Requests with files that are being read or processed. */
  uploads: { all: 200, client: 40, network: 80 },
  /** Bytes of files on disk that belong to requests under way: a hundred of the largest ones. */
  disk: {
    all: 100 * limits.requestBytes,
    client: 20 * limits.requestBytes,
    network: 40 * limits.requestBytes,
  },
};

const retrySeconds = 5;
const tooMuch = `Too much is sent from your network at the same time. Wait ${retrySeconds} seconds and try again.`;

function createBudget({ all, client, network }: (typeof allowances)['memory']) {
  const taken = new Map<string, number>();
  return {
    /** The share that one request uses. */
    hold(address: string) {
      const own: [string, number][] = [
        [address, client],
        ...networksOf({ address }).map((one): [string, number] => [one, network]),
      ];
      const bounds: [string, number][] = [['everybody', all], ...(isLocal({ address }) ? [] : own)];
      let held = 0;
      let isReleased = false;
      function change(amount: number): void {
        held += amount;
        for (const [subject] of bounds) {
          const left = (taken.get(subject) ?? 0) + amount;
          if (left === 0) taken.delete(subject);
          else taken.set(subject, left);
        }
      }
      return {
        /** @throws AppError 503 if all clients together use too much, 429 if this one does */
        add(amount: number): void {
          if (isReleased) return;
          for (const [subject, most] of bounds) {
            if ((taken.get(subject) ?? 0) + amount <= most) continue;
            const sentence = subject === 'everybody' ? messages.errors.busy : tooMuch;
            throw new AppError(subject === 'everybody' ? 503 : 429, sentence, {}, retrySeconds);
          }
          change(amount);
        },
        /** Releases everything. Later calls do nothing. */
        release(): void {
          isReleased = true;
          change(-held);
        },
      };
    },
  };
}

/** The budgets of a process. */
export const createBodyBudgets = () => ({
  memory: createBudget(allowances.memory),
  uploads: createBudget(allowances.uploads),
  disk: createBudget(allowances.disk),
});

export type BodyBudgets = ReturnType<typeof createBodyBudgets>;
export type Hold = ReturnType<BodyBudgets['memory']['hold']>;

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
