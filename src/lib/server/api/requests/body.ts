// Bodies come as JSON, urlencoded or multipart, and all three mean the same.
import type { z } from 'zod';
import { validate } from '../errors.ts';

/** For `request.body` of a route. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema) {
  return {
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
      'multipart/form-data': { schema },
    },
  } as const;
}

interface Validated {
  req: { valid(target: 'json' | 'form'): object };
}

/**
 * The body of a route made with `bodyOf(schema)`. Hono skips validation where no body was sent, so it happens here.
 * @throws AppError 400 with a sentence for each field
 */
export function readBody<Schema extends z.ZodType>(c: Validated, schema: Schema): z.output<Schema> {
  return validate(schema, { ...c.req.valid('form'), ...c.req.valid('json') });
}
