import node from '@astrojs/node';
import pwa from '@vite-pwa/astro';
import { defineConfig } from 'astro/config';
import { fingerprint } from './scripts/build-stamp.ts';
import { clientGuard } from './scripts/client-guard.ts';
import { devServices } from './scripts/dev-services.ts';
import { guardedReact } from './scripts/guarded-react.ts';
import { inlineScripts } from './scripts/inline-script.ts';
import { lateScripts } from './scripts/late-scripts.ts';
import { plainDynamicImports } from './scripts/plain-dynamic-imports.ts';

/** Phones that get no more updates. */
const target = ['chrome109', 'safari15.4', 'firefox115'];

/** Builds src/service-worker into /sw.js. docs/decisions/008-reach.md says which parts of the package are not used. */
const offlineReading = pwa({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'sw.ts',
  injectManifest: { injectionPoint: undefined, rollupFormat: 'iife', minify: true, target },
  integration: {
    configureCustomSWViteBuild(worker) {
      worker.logLevel = 'warn';
      worker.define = { __VERSION__: JSON.stringify(fingerprint().slice(0, 16)) };
    },
  },
  manifest: false,
  injectRegister: false,
});

/** Replaces the entry of @astrojs/node by ours, which exports its handler and more. */
const ownEntry = {
  name: 'own-entry',
  // After Astro has named the adapter's.
  enforce: 'post',
  config: () => ({
    environments: {
      ssr: { build: { rolldownOptions: { input: { index: './src/entry.ts' } } } },
      // Lets the renderer be the chunk that it is grouped in, without a file that re-exports it.
      client: { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } },
    },
  }),
};

export default defineConfig({
  output: 'server',
  adapter: node({
    mode: 'middleware',
    // The edge cache keeps and compresses whole pages.
    experimentalDisableStreaming: true,
    // As long as a form that a page takes (http/pages.ts).
    bodySizeLimit: 64 * 1024,
  }),
  session: false,
  integrations: [guardedReact(), devServices(), offlineReading],
  trailingSlash: 'ignore',
  // A page's styles travel in the page: one round trip on a thin connection instead of two.
  build: { inlineStylesheets: 'always' },
  scopedStyleStrategy: 'where',
  image: { endpoint: { route: '/_image', entrypoint: './scripts/no-image-endpoint.ts' } },
  devToolbar: { enabled: false },
  vite: {
    plugins: [ownEntry, clientGuard, inlineScripts(), plainDynamicImports, lateScripts],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                // What every page loads is one file: on a slow line each further step of imports is another round trip.
                groups: [
                  { name: 'page', test: /Base\.astro\?astro&type=script/, priority: 7 },
                  // The client has no React, and takes with it what React shares with it: pages that are read use it.
                  {
                    name: 'client',
                    test: /lib\/client\/(?:api\/(?:api|request-keys)|session\/(?:keep-session|guards)|drafts\/form-drafts)\.ts|icons\/line\.|schemas\/limits\.|node_modules\/nanostores\//,
                    priority: 6,
                  },
                  {
                    name: 'react',
                    test: /islands\/ui\/(?:renderer|Icon|use-hydrated)\.|node_modules\/(?:react|react-dom|scheduler|@nanostores)\//,
                    priority: 5,
                  },
                  // What all forms share is with the login, by which most people come to a form.
                  {
                    name: 'forms',
                    test: /islands\/(?:account\/LoginForm|forms\/(?!choices)|security\/PasskeyButton|ui\/(?!renderer|fetched))|text\/visible-text|addresses\/safe-next/,
                    priority: 4,
                  },
                  // Small files that forms share with late scripts of pages that are read.
                  {
                    name: 'texts',
                    test: /text\/(?:app-messages|follow-messages|proof-texts|date)|page\/hue\.|drafts\/pictures\./,
                    priority: 3,
                  },
                  {
                    name: 'member',
                    test: /islands\/(?:forms\/choices|profile\/WithProfile|ui\/fetched|pictures\/PictureFields)|text\/messages\./,
                    priority: 2,
                  },
                  { name: 'listing', test: /islands\/app\/AppForms\./, priority: 1 },
                ],
              },
            },
          },
        },
      },
    },
    build: {
      modulePreload: false,
      // A script inside the page would need its own hash in the Content-Security-Policy: every one is a file.
      assetsInlineLimit: 0,
      // light-dark() and nesting are written out for them.
      cssTarget: target,
    },
  },
  // The HTTP entry sets every security header itself, and no page here takes a form post.
  security: { checkOrigin: false },
});
