/** A version of the built pages. astro.config.mjs inserts it. */
declare const __VERSION__: string;

interface WorkerGlobalScope {
  /** A version of the operator's name, logo, colours and texts. The server sets it where there are any. */
  readonly brand?: string;
}
