// The adapter between Astro's build and our server: one function from a request to a response, without node:http, which
// took a tenth of a page's time. docs/decisions/006-one-process-is-one-node.md.
import type { AstroIntegration } from 'astro';

const entry = {
  entrypointResolution: 'auto',
  serverEntrypoint: new URL('../src/render-page.ts', import.meta.url),
} as const;

export const pageAdapter: AstroIntegration = {
  name: 'page-adapter',
  hooks: {
    'astro:config:done': ({ setAdapter }) => {
      setAdapter({
        ...entry,
        name: 'page-adapter',
        adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic' },
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      });
    },
  },
};
