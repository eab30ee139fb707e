// `astro dev` does not run our HTTP server, so this integration replaces it: it composes the product once,
// gives the pages their locals, and answers the API and pictures.
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadEnvFile } from 'node:process';
import { getRequestListener } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import type { Product } from '../src/compose.ts';
import type { BrandIconSet } from '../src/lib/server/platform/brand/icons.ts';
import { recordPage } from '../src/lib/server/http/pages.ts';
import { unrecorded } from '../src/lib/server/platform/reads/reads.ts';
import { readableLog } from './readable-log.ts';

/** The property of a request that holds its locals in Astro's dev server. */
const localsKey = Symbol.for('astro.locals');

async function composeForDevelopment(port: number): Promise<Product> {
  const { compose } = await import('../src/compose.ts');
  const { parseConfig } = await import('../src/lib/server/platform/config/config.ts');
  const { createLogger } = await import('../src/lib/server/platform/log.ts');
  const config = parseConfig({ ...process.env, PORT: String(port) });
  return await compose(config, { log: createLogger(config.logLevel, readableLog) });
}

export function devServices(): AstroIntegration {
  return {
    name: 'naijabuilt:dev-services',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command === 'dev')
          injectRoute({ pattern: '/styleguide', entrypoint: './src/pages/_styleguide.astro' });
      },
      'astro:server:setup': async ({ server, logger }) => {
        if (existsSync('.env')) loadEnvFile('.env');
        const product = await composeForDevelopment(server.config.server.port);
        const { config, services } = product;
        const reportFault = (error: unknown): void =>
          logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        const { createApi } = await import('../src/lib/server/api/index.ts');
        const api = createApi(product, ({ error }) => reportFault(error));
        const answerApi = getRequestListener((request) => api.fetch(request, { clientAddress: '127.0.0.1' }));
        const { makeIcons } = await import('../src/lib/server/platform/brand/icons.ts');
        const icons = config.logo && (await makeIcons(config.logo));
        product.outbox.start();
        product.jobs.start();
        server.httpServer?.once('close', () => void product.close());

        server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
          const path = request.url ?? '/';
          if (path.startsWith('/api/v1')) void answerApi(request, response);
          else if (path.startsWith('/media/')) void sendMedia(product, path, response);
          else if (icons && path.startsWith(`${icons.folder}/`)) sendIcon(icons, path, response);
          else {
            const { context } = recordPage(product, 'development', reportFault, unrecorded);
            Reflect.set(request, localsKey, { services, page: context });
            next();
          }
        });
      },
    },
  };
}

function sendIcon({ folder, files }: BrandIconSet, path: string, response: ServerResponse): void {
  const file = files.find(({ name }) => path === `${folder}/${name}`);
  response.writeHead(file ? 200 : 404, file && { 'content-type': file.type }).end(file?.bytes);
}

/** Sends a picture without ranges and caching, which development does not need. */
async function sendMedia({ storage }: Product, path: string, response: ServerResponse): Promise<void> {
  const file = await storage.read(path.slice('/media/'.length).split('?')[0] ?? '');
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  file.stream.pipe(response);
}
