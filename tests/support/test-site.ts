// The whole site on a real database behind its real HTTP server: pages, feeds, pictures and the API. Needs a build
// (`npm run build`).
import type { ChangeChannel } from '../../src/lib/server/platform/nodes/change-channel.ts';
import { createLogger, type LogFields } from '../../src/lib/server/platform/log.ts';
import { createServer, loadPages } from '../../src/serve.ts';
import { apiOver, type TestApi } from './test-api.ts';
import { createTestProduct, siteUrl, type EngineName, type TestProduct } from './test-product.ts';

export interface SiteAnswer {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
}

export interface TestSite {
  product: TestProduct;
  api: TestApi;
  /** What was logged so far, from warnings on. */
  logged(): LogFields[];
  /** GET, not following redirects. @param path from the root, or an address of the site */
  get(path: string, headers?: Record<string, string>): Promise<SiteAnswer>;
  dispose(): Promise<void>;
}

/** The channel of a node that is alone. */
const noOthers: ChangeChannel = {
  publish: () => Promise.resolve(),
  onChange: () => undefined,
  others: () => 0,
  close: () => Promise.resolve(),
};

/** Without sample data, and without limits of rate. */
export async function createTestSite(
  engine: EngineName,
  env: Record<string, string> = {},
): Promise<TestSite> {
  const product = await createTestProduct(engine, { env: { RATE_LIMIT: 'off', PORT: '0', ...env } });
  let lines = '';
  const log = createLogger('warn', {
    sink: { write: (bytes) => void (lines += bytes), flush: () => undefined },
  });
  const { server } = await createServer(product, await loadPages(), noOthers, log);
  const { port } = await server.listen();
  const send = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${String(port)}${path.replace(siteUrl, '')}`, init);
  return {
    product,
    api: apiOver(product, send),
    logged() {
      log.flush();
      return lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as LogFields);
    },
    async get(path, headers = {}) {
      const answer = await send(path, { headers, redirect: 'manual' });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: answer.headers, text: bytes.toString(), bytes };
    },
    async dispose() {
      server.destroy();
      await server.close();
      await product.dispose();
    },
  };
}
