// SVG and AVIF are decoded in a child process: the serving process blocks their loaders (media/pixels.ts), because
// uploads could reach them there. The child gets only what this product drew or encoded itself.
import { fork, type ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';

/** A message from the parent. */
export interface DrawMessage<Request> {
  id: number;
  request: Request;
}

/** A message to the parent. */
export type DrawnMessage = { id: number; drawn: unknown } | { id: number; failure: string };

export interface DrawingProcess<Request, Drawn = Uint8Array> {
  /** Resolves with the child's result. @throws Error when the drawing failed or the process has ended */
  draw(request: Request): Promise<Drawn>;
  /** Whether the process has ended. */
  readonly ended: boolean;
  close(): void;
  /** Kills the process, for when it hangs. */
  kill(): void;
}

/**
 * Starts the drawing process. Close it, or it keeps this process alive.
 * @param module path of a module that calls `answerDrawings`
 */
export function startDrawingProcess<Request extends object, Drawn = Uint8Array>(
  module: string,
): DrawingProcess<Request, Drawn> {
  const child: ChildProcess = fork(module, {
    serialization: 'advanced',
    // The child gets neither this process's flags nor its secrets.
    execArgv: [],
    env: {},
  });
  const waiting = new Map<number, { resolve: (drawn: Drawn) => void; reject: (error: Error) => void }>();
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
    if ('drawn' in answer) asked?.resolve(answer.drawn as Drawn);
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
 * Answers the DrawMessages of the parent process until it disconnects.
 * @param draw gets the request of `DrawingProcess.draw`
 * @param atOnce drawings at a time; one by default, so that they do not slow the encoding of earlier ones
 */
export function answerDrawings(draw: (request: unknown) => Promise<unknown>, atOnce = 1): void {
  async function answer({ id, request }: DrawMessage<unknown>): Promise<DrawnMessage> {
    try {
      return { id, drawn: await draw(request) };
    } catch (error) {
      return { id, failure: error instanceof Error ? error.message : String(error) };
    }
  }

  const inTurn = pLimit(atOnce);
  process.on('message', (message) => {
    void inTurn(async () => process.send?.(await answer(message as DrawMessage<unknown>)));
  });
  process.on('disconnect', () => process.exit());
}
