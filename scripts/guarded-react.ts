import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

const clientEntrypoint = fileURLToPath(new URL('../src/islands/ui/renderer.tsx', import.meta.url));
const typing = fileURLToPath(new URL('../src/islands/search/typing.ts', import.meta.url));

/** React for islands, each hydrated within an error boundary (src/islands/ui/renderer.tsx), and `client:typing`. */
export function guardedReact(): AstroIntegration {
  const { name, hooks } = react();
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': (options) => {
        options.addClientDirective({ name: 'typing', entrypoint: typing });
        return hooks['astro:config:setup']?.({
          ...options,
          addRenderer: (renderer) => options.addRenderer({ ...renderer, clientEntrypoint }),
        });
      },
    },
  };
}
