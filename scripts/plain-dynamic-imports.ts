/**
 * A Vite plugin that leaves `import()` to the browser. Vite wraps each in a helper of 0.9 KB that preloads styles and chunks; here
 * styles are in the pages, and what is imported later is a file or two for the few who need it.
 */
export const plainDynamicImports = {
  name: 'plain-dynamic-imports',
  apply: 'build' as const,
  enforce: 'pre' as const,
  load: (id: string): string | undefined =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};
