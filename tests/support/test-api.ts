// The REST API as a client sees it, on a real database.
import { createApi } from '../../src/lib/server/api/index.ts';
import { createTestProduct, siteUrl, type EngineName, type TestProduct } from './test-product.ts';

export interface TestApi {
  product: TestProduct;
  /** Status and parsed body of a request; `path` starts behind /api/v1. */
  request(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  /** The body of a GET that must succeed. */
  get<Body>(path: string): Promise<Body>;
  /** Faults that were reported, which the log would show. */
  faults: unknown[];
}

export async function createTestApi(engine: EngineName): Promise<TestApi> {
  const product = await createTestProduct(engine);
  const faults: unknown[] = [];
  const api = createApi({
    services: product.services,
    siteUrl,
    reportFault: ({ error }) => faults.push(error),
  });
  const request: TestApi['request'] = async (path, init) => {
    const response = await api.request(`${siteUrl}/api/v1${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    product,
    faults,
    request,
    async get<Body>(path: string) {
      const { status, body } = await request(path);
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      return body as Body;
    },
  };
}
