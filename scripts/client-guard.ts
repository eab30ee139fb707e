import { isBuiltin } from 'node:module';

/** Server code by the path of a module; `__vite-browser-external` is the bundler's substitute for a module of Node. */
const ofServer =
  /\/src\/lib\/server\/|\/node_modules\/(?:kysely|better-sqlite3|pg|sharp)\/|__vite-browser-external/;

const refuse = (what: string): never => {
  throw new Error(`Server code would ship to the browser: ${what}.`);
};

/**
 * A Vite plugin that fails the build where a module of the browser imports the query builder, a database driver, the
 * image library, a source of the server or a module of Node.
 */
export const clientGuard = {
  name: 'client-guard',
  enforce: 'pre' as const,
  applyToEnvironment: (environment: { config: { consumer: string } }) =>
    environment.config.consumer === 'client',
  resolveId(specifier: string, importer: string | undefined): void {
    if (specifier.startsWith('node:') && isBuiltin(specifier))
      refuse(`${importer ?? 'an entry'} imports '${specifier}'`);
  },
  transform(_code: string, id: string): void {
    if (ofServer.test(id)) refuse(id);
  },
};
