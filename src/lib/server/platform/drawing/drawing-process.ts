// SVG and AVIF are decoded in a child process: the serving process blocks their loaders (media/pixels.ts), because
// uploads could reach them there. The child gets only what this product drew or encoded itself.
import { fork } from 'node:child_process';
import pLimit from 'p-limit';

interface Asked {
  id: number;
  request: object;
}
type Answered<Drawn> = { id: number; drawn: Drawn } | { id: number; failure: string };

export type DrawingProcess<Drawn> = ReturnType<typeof startDrawingProcess<Drawn>>;

/**
 * Starts the drawing process. Close it, or it keeps this process alive.
 * @param module path of a module that calls `answerDrawings`
 */
export function startDrawingProcess<Drawn>(module: string) {
  // The child gets neither this process's flags nor its secrets.
  const child = fork(module, { serialization: 'advanced', execArgv: [], env: {} });
  const waiting = new Map<number, PromiseWithResolvers<Drawn>>();
  let ended: Error | null = null;
  let lastId = 0;

  function end(reason: string): void {
    ended ??= new Error(reason);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }

  child.on('message', (message) => {
    const answer = message as Answered<Drawn>;
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('drawn' in answer) asked?.resolve(answer.drawn);
    else asked?.reject(new Error(`A picture could not be drawn: ${answer.failure}`));
  });
  child.on('error', (error) => end(`The drawing process could not start: ${error.message}`));
  child.on('exit', (code, signal) => end(`The drawing process ended (${signal ?? String(code)}).`));

  return {
    /** Resolves with the child's result. @throws Error when the drawing failed or the process has ended */
    async draw(request: object): Promise<Drawn> {
      if (ended) throw ended;
      const asked = Promise.withResolvers<Drawn>();
      lastId += 1;
      waiting.set(lastId, asked);
      const message: Asked = { id: lastId, request };
      child.send(message);
      return await asked.promise;
    },
    /** Whether the process has ended. */
    get ended() {
      return ended !== null;
    },
    close() {
      if (child.connected) child.disconnect();
    },
    /** Kills the process, for when it hangs. */
    kill() {
      end('The drawing process was ended, because it hung.');
      child.kill('SIGKILL');
    },
  };
}

/**
 * Answers the parent process until it disconnects.
 * @param draw gets the request of `DrawingProcess.draw`
 * @param atOnce drawings at a time; one by default, so that they do not slow the encoding of earlier ones
 */
export function answerDrawings(draw: (request: unknown) => Promise<unknown>, atOnce = 1): void {
  const inTurn = pLimit(atOnce);
  process.on('message', (message) => {
    const { id, request } = message as Asked;
    void inTurn(async () => {
      const answer = await draw(request).then(
        (drawn): Answered<unknown> => ({ id, drawn }),
        (error: unknown) => ({ id, failure: error instanceof Error ? error.message : String(error) }),
      );
      process.send?.(answer);
    });
  });
  process.on('disconnect', () => process.exit());
}
