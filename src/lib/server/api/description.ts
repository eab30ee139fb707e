// The OpenAPI document: what the routes say of themselves, and beside it the refusals that any of them can meet on the way.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { brand } from '../../shared/brand.ts';
import { describeKeys } from './describe-keys.ts';

const sentences: Record<number, string> = {
  400: 'Something in the request is not valid.',
  413: 'The request, or a file in it, is too large.',
  415: 'The body is of a type that is not taken.',
  503: 'Too many at once, or the database or storage is away; Retry-After says when to try again.',
};

const refusal = (status: number) => ({
  description: sentences[status] ?? '',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const methods = ['get', 'post', 'patch', 'delete'] as const;

export function describeApi(api: OpenAPIHono, siteUrl: string) {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '1', description: brand.description },
    servers: [{ url: siteUrl }],
  });
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of methods) {
      const operation = path[method];
      if (!operation) continue;
      const met = operation.requestBody ? [400, 413, 415, 503] : [400, 503];
      operation.responses = {
        ...Object.fromEntries(met.map((status) => [status, refusal(status)])),
        ...operation.responses,
      };
    }
  }
  describeKeys((document.paths ?? {}) as Parameters<typeof describeKeys>[0]);
  return document;
}
