/** A version of the built pages. scripts/build-service-worker.ts inserts it. */
declare const __VERSION__: string;
