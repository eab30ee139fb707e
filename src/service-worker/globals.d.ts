/** A version of the built pages. scripts/build-service-worker.ts inserts it. */
declare const __VERSION__: string;

interface WorkerGlobalScope {
  /** A version of the operator's name, logo, colours and texts. The server sets it where there are any. */
  readonly brand?: string;
}
