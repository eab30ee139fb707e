/** Changes with everything that the pages are built from; scripts/build-service-worker.ts puts it in. */
declare const __VERSION__: string;
