// Preloaded into a server (NODE_OPTIONS=--import=...): writes each second how long its event loop was blocked, in
// milliseconds.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LOOP_WATCH_FILE'];
if (file !== undefined && isMainThread && process.argv[1]?.endsWith('main.ts')) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const seconds: { max: number; p99: number }[] = [];
  setInterval(() => {
    seconds.push({ max: delay.max / 1e6, p99: delay.percentile(99) / 1e6 });
    delay.reset();
    writeFileSync(file, JSON.stringify(seconds));
  }, 1_000).unref();
}
