import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DrawMessage, DrawnMessage } from './draw-worker.ts';
import type { DrawRequest } from './draw-request.ts';

export interface Artist {
  /** A PNG. @throws Error when it could not be drawn or the drawing process has ended */
  draw(request: DrawRequest): Promise<Buffer>;
  close(): void;
}

/** Starts the process that draws. Close it, or it keeps this one alive. */
export function hireArtist(): Artist {
  const child = fork(fileURLToPath(new URL('./draw-worker.ts', import.meta.url)), {
    serialization: 'advanced',
    // Neither this process's flags nor its secrets are any of its business.
    execArgv: [],
    env: {},
  });
  const waiting = new Map<number, { resolve: (png: Buffer) => void; reject: (error: Error) => void }>();
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
    if ('png' in answer) asked?.resolve(Buffer.from(answer.png));
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
        const message: DrawMessage = { id: lastId, request };
        child.send(message);
      }),
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
