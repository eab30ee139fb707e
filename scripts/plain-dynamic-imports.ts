/** What Vite replaces with the files to preload: a list of names that the helper below would never read. */
const listOfFiles = /,\s*__VITE_PRELOAD__/g;

/**
 * A Vite plugin that leaves `import()` to the browser. Vite wraps it in a helper of 0.9 KB that preloads styles and
 * chunks. Here styles are in the pages, and a later import is one or two files that few visitors need.
 */
export const plainDynamicImports = {
  name: 'plain-dynamic-imports',
  apply: 'build' as const,
  enforce: 'pre' as const,
  load: (id: string): string | undefined =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
  renderChunk: (code: string): { code: string; map: null } | null =>
    code.includes('__VITE_PRELOAD__') ? { code: code.replaceAll(listOfFiles, ''), map: null } : null,
};
