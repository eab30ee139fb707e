// Bundles src/service-worker into one file. The server sends it from the root, so that it can serve the whole site.
import { build } from 'vite';

/** @param version a hash of the sources of the pages */
export async function buildServiceWorker(folder: string, version: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __VERSION__: JSON.stringify(version.slice(0, 16)) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: ['chrome109', 'safari15.4', 'firefox115'],
      lib: {
        entry: 'src/service-worker/worker.ts',
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  });
}
