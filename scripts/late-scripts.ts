/**
 * A Vite plugin that leaves loading the pages' scripts to the script in the head (src/lib/client/head/late-scripts.ts).
 * In development the browser loads them as usual.
 */
export const lateScripts = {
  name: 'late-scripts',
  apply: 'build' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('/astro/dist/runtime/server/render/script.js')) return undefined;
    const tag = '<script type="module" src=';
    if (!code.includes(tag)) throw new Error('Astro writes the tags of scripts in another way now.');
    // Browsers ignore scripts of an unknown type.
    return code.replace(tag, '<script type="late" data-src=');
  },
};
