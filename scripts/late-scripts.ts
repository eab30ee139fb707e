/**
 * A Vite plugin that has pages fetch their scripts after what they show. Every page can be read and used without them, so on a slow
 * line they must not take turns with it: Chromium gives a module script a high priority unless it is told otherwise.
 */
export const lateScripts = {
  name: 'late-scripts',
  apply: 'build' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('/astro/dist/runtime/server/render/script.js')) return undefined;
    const tag = '<script type="module" src=';
    if (!code.includes(tag)) throw new Error('Astro writes the tags of scripts in another way now.');
    return code.replace(tag, '<script type="module" fetchpriority="low" src=');
  },
};
