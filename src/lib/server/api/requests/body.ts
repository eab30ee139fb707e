// Bodies come as JSON, urlencoded or multipart, and all three mean the same.
import type { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { errorOfZod } from '../errors.ts';

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
 * The body of a route made with `bodyOf(schema)`. Only the form that was sent was validated, and none when there was no
 * body at all, so the whole is validated here.
 * @throws AppError 400 with a sentence for each field
 */
export function readBody<Schema extends z.ZodType>(c: Validated, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse({ ...c.req.valid('form'), ...c.req.valid('json') });
  if (parsed.success) return parsed.data;
  const { error, fields } = errorOfZod(parsed.error);
  throw new AppError(400, error, fields);
}
