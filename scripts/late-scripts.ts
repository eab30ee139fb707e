/**
 * A Vite plugin that leaves the pages' scripts to the inline script of their head (src/lib/shared/page/theme-script.ts), which asks for
 * them once the page has been drawn. Every page can be read and used without them, so on a slow line they must not take turns
 * with what it shows. In development they are asked for as always.
 */
export const lateScripts = {
  name: 'late-scripts',
  apply: 'build' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('/astro/dist/runtime/server/render/script.js')) return undefined;
    const tag = '<script type="module" src=';
    if (!code.includes(tag)) throw new Error('Astro writes the tags of scripts in another way now.');
    // Not a type that browsers know, so they leave it alone.
    return code.replace(tag, '<script type="late" data-src=');
  },
};
