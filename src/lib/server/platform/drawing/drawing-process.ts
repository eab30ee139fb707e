// Drawings are made by a process of their own: turning SVG into pixels needs a loader that the serving process has blocked
// (lib/server/media/safe-sharp.ts), because there it could be reached by an upload. The drawing process gets nothing but what
// this product drew or encoded itself.
import { fork, type ChildProcess } from 'node:child_process';

/** A message from the parent. */
export interface DrawMessage<Request> {
  id: number;
  request: Request;
}

/** A message to the parent. */
export type DrawnMessage = { id: number; picture: Uint8Array } | { id: number; failure: string };

export interface DrawingProcess<Request> {
  /** The encoded picture. @throws Error when it could not be drawn or the process has ended */
  draw(request: Request): Promise<Buffer>;
  /** Whether it has ended and draws no more. */
  readonly ended: boolean;
  close(): void;
  /** Ends it at once, for when it hangs. */
  kill(): void;
}

/**
 * Starts the process that draws. Close it, or it keeps this one alive.
 * @param module path of a module that calls `answerDrawings`
 */
export function startDrawingProcess<Request extends object>(module: string): DrawingProcess<Request> {
  const child: ChildProcess = fork(module, {
    serialization: 'advanced',
    // Neither this process's flags nor its secrets are any of its business.
    execArgv: [],
    env: {},
  });
  const waiting = new Map<number, { resolve: (picture: Buffer) => void; reject: (error: Error) => void }>();
  let ended: Error | null = null;
  let lastId = 0;

  function end(reason: string): void {
    ended ??= new Error(reason);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }

  child.on('message', (message) => {
    const answer = message as DrawnMessage;
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('picture' in answer) asked?.resolve(Buffer.from(answer.picture));
    else asked?.reject(new Error(`A picture could not be drawn: ${answer.failure}`));
  });
  child.on('error', (error) => end(`The drawing process could not start: ${error.message}`));
  child.on('exit', (code, signal) => end(`The drawing process ended (${signal ?? String(code)}).`));

  return {
    draw: (request) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(ended);
          return;
        }
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        const message: DrawMessage<Request> = { id: lastId, request };
        child.send(message);
      }),
    get ended() {
      return ended !== null;
    },
    close() {
      if (child.connected) child.disconnect();
    },
    kill() {
      end('The drawing process was ended, because it hung.');
      child.kill('SIGKILL');
    },
  };
}

/**
 * Answers the DrawMessages of this process's parent, one after the other, until the parent lets go.
 * @param draw gets what the parent gave to its `DrawingProcess.draw`
 */
export function answerDrawings(draw: (request: unknown) => Promise<Uint8Array>): void {
  async function answer({ id, request }: DrawMessage<unknown>): Promise<DrawnMessage> {
    try {
      return { id, picture: await draw(request) };
    } catch (error) {
      return { id, failure: error instanceof Error ? error.message : String(error) };
    }
  }

  // Limited, so that drawing does not take the processor from the encoding of finished drawings.
  let last: Promise<unknown> = Promise.resolve();
  process.on('message', (message) => {
    last = last.then(async () => process.send?.(await answer(message as DrawMessage<unknown>)));
  });
  process.on('disconnect', () => process.exit());
}
