// The OpenAPI document as a client reads it, and Spectral, which lints it.
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import type { TestApi } from './test-api.ts';

export interface Schema {
  $ref?: string;
  required?: string[];
  properties?: Record<string, Schema & { maxLength?: number; maxItems?: number }>;
}
export interface Media {
  schema?: Schema;
  example?: unknown;
}
export interface Answer {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: Record<string, Media>;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: object[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
}
export interface Description {
  info: { contact?: { email?: string }; license?: object };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Answer> };
}

export async function lint(document: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({
    extends: [[oas, 'all']],
    rules: {
      // Addresses end in '/', which clients in the field rely on.
      'path-keys-no-trailing-slash': 'off',
      // In OpenAPI 3.1 a license has an identifier or an address, not both.
      'license-url': 'off',
    },
  } as Parameters<typeof spectral.setRuleset>[0]);
  const found = await spectral.run(document as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join(' / ')})`);
}

export interface OpenApi {
  description: Description;
  /** By method and path, such as 'GET /app/'. */
  operations: [string, Operation][];
}

export async function readOpenApi(api: TestApi): Promise<OpenApi> {
  const description = await api.get<Description>('/openapi.json');
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      operation,
    ]),
  );
  return { description, operations };
}
