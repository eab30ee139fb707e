import cluster from 'node:cluster';
import { readLines } from './read-lines.ts';
import { isOurs, type ToPrimary } from './messages.ts';
import type { Child } from './supervisor.ts';

/**
 * @param file what a serving process runs. Its standard output is a pipe of its own: several that wrote to one would
 * tear each other's lines.
 */
export function createClusterFork(file: string): () => Child {
  // All accept from one socket. Where the primary deals connections out instead, one that it has handed to a process
  // that dies at that moment hangs until its client gives up.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: file, args: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return () => {
    const worker = cluster.fork();
    return {
      pid: worker.process.pid ?? 0,
      // A pipe that is closed already: the end of the process, which is handled, is on its way.
      send: (message) => void worker.process.send(message, () => undefined),
      kill: () => void worker.process.kill('SIGKILL'),
      onMessage: (listener) =>
        void worker.on('message', (message: unknown) => {
          if (isOurs(message)) listener(message as ToPrimary);
        }),
      onLines(listener) {
        if (worker.process.stdout) readLines(worker.process.stdout, listener);
      },
      onListening: (listener) => void worker.on('listening', listener),
      onExit(listener) {
        worker.on('exit', listener);
        // Told of one that could not be started, which never exits, and of a signal that found no process.
        worker.on('error', () => {
          if (worker.process.pid === undefined) listener(null, null);
        });
      },
    };
  };
}
