// What the OpenAPI document says of the Idempotency-Key, which every write takes (once.ts).
import { keptAnswers } from '../platform/quotas.ts';

const { min, max } = keptAnswers.keyLength;

const parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Made up by the client, one for each request that it makes, such as a UUID. The same request with the same key is done once; within a day it is answered as it was the first time.',
  schema: { type: 'string', minLength: min, maxLength: max },
  example: '7c4f4b52-6a0e-4a83-9a3e-0f5d9d1d6c11',
} as const;

const sentences = {
  409: 'A request with the same key is being worked on; Retry-After says when to send it again.',
  422: 'The key came with another request before.',
};

interface Operation {
  parameters?: unknown[];
  responses?: object;
}

/** Adds the header to every operation that writes. */
export function describeKeys(paths: Record<string, Partial<Record<string, Operation>>>): void {
  for (const path of Object.values(paths)) {
    for (const method of ['post', 'patch', 'delete']) {
      const operation = path[method];
      if (!operation) continue;
      operation.parameters = [...(operation.parameters ?? []), parameter];
      const refusals = Object.entries(sentences).map(([status, description]): [string, object] => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
      ]);
      operation.responses = { ...Object.fromEntries(refusals), ...operation.responses };
    }
  }
}
