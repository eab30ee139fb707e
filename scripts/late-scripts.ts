/**
 * A Vite plugin that lets the script in the head load the pages' scripts (src/lib/client/head/main.ts). In
 * development the browser loads them as usual.
 */
export const lateScripts = {
  name: 'late-scripts',
  apply: 'build' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('/astro/dist/runtime/server/render/script.js')) return undefined;
    const tag = '<script type="module" src=';
    if (!code.includes(tag)) throw new Error('Astro has changed how it writes script tags.');
    // Browsers ignore scripts of an unknown type.
    return code.replace(tag, '<script type="late" data-src=');
  },
};
