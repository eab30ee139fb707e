// The envelope of every refusal and fault (docs/api.md, 'Errors').
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { secondFactorSchema, factorCodes } from '../../shared/schemas/factors.ts';
import { messages } from '../../shared/text/messages.ts';
import type { ApiBindings } from '../http/site.ts';
import type { Engine } from '../platform/db/database.ts';
import { AppealableError, AppError, ClientLeft, CodedError } from '../platform/errors.ts';

export const errorSchema = z
  .object({
    error: z.string().meta({ description: 'One sentence for a person.' }),
    fields: z
      .record(z.string(), z.string())
      .meta({ description: 'A sentence for each field that was refused.' }),
    code: z.enum(factorCodes).optional().meta({ description: 'What a second factor has to be proved for.' }),
    id: z.string().optional().meta({ description: 'On a fault: what to look for in the log.' }),
  })
  .meta({ id: 'Error' });

/** The 403 of a login, which may be continued with a second factor. */
export const secondFactorErrorSchema = errorSchema
  .extend({ second_factor: secondFactorSchema.optional() })
  .meta({ id: 'LoginError' });

export type ErrorJson = z.infer<typeof errorSchema>;

/** The id of a fault: that of its request in the log, or a new one where no server has given the request any. */
export const faultIdOf = (c: Context): string =>
  (c.env as Partial<ApiBindings> | undefined)?.requestId ?? randomUUID();

/** Called with every fault (not with refusals). */
export type ReportFault = (fault: { id: string; error: unknown; method: string; path: string }) => void;

/**
 * A sentence for each refused field; the first is also the sentence of the whole request. People see that one away from
 * the field, so each has to make sense by itself.
 */
export function errorOfZod(error: z.ZodError): ErrorJson {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || 'request';
    fields[field] ??= issue.message;
  }
  return { error: Object.values(fields)[0] ?? 'The request is not valid.', fields };
}

/** @returns the value as the schema has it. @throws AppError 400 with a sentence for each field */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { error, fields } = errorOfZod(parsed.error);
  throw new AppError(400, error, fields);
}

/**
 * A write may refer to a row that is not there. Slices look before they write, so the row was deleted in between, and
 * with few exceptions it is the caller's account: hence 401, as for its next request.
 */
export function createErrorHandler(
  report: ReportFault,
  engine: Engine,
  contactEmail: (c: Context) => string,
) {
  return (error: unknown, c: Context): Response => {
    if (error instanceof AppError) {
      if (error.status === 503 && error.cause !== undefined)
        report({ id: faultIdOf(c), error: error.cause, method: c.req.method, path: c.req.path });
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
      const sentence = error instanceof AppealableError ? error.sentenceWith(contactEmail(c)) : error.message;
      const coded = error instanceof CodedError && { code: error.code, ...error.details };
      return c.json({ error: sentence, fields: error.fields, ...coded } satisfies ErrorJson, error.status);
    }
    // Nobody reads this answer. The log shows the status, 499 as in nginx.
    if (error instanceof ClientLeft) return new Response(null, { status: 499 });
    if (error instanceof HTTPException && error.status < 500) {
      return c.json(
        { error: 'The request could not be read.', fields: {} } satisfies ErrorJson,
        error.status,
      );
    }
    if (engine.isForeignKeyViolation(error))
      return c.json({ error: messages.errors.login, fields: {} } satisfies ErrorJson, 401);
    const id = faultIdOf(c);
    report({ id, error, method: c.req.method, path: c.req.path });
    return c.json({ error: messages.errors.server, fields: {}, id } satisfies ErrorJson, 500);
  };
}
