// Bodies that may carry files: multipart as it comes in, or the text fields alone as JSON or urlencoded.
import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { BodyBudgets } from '../../platform/uploads/body-budgets.ts';
import { parseUpload, type Upload, type UploadedFile } from '../../platform/uploads/parse-upload.ts';
import { readTextBody } from '../../platform/uploads/read-text-body.ts';
import { clientOf } from './caller.ts';
import { errorOfZod } from '../errors.ts';

const file = { type: 'string', format: 'binary' } as const;

interface UploadBody<Schema extends z.ZodType> {
  /** Fields that hold pictures: one, or up to so many. */
  files?: Record<string, number>;
  example: z.input<Schema>;
}

/**
 * For `request.body` of a route: documented, but not parsed before the handler asks for it. JSON and urlencoded bodies
 * have the same texts, without the files.
 */
export function uploadOf<Schema extends z.ZodType>(
  schema: Schema,
  { files = {}, example }: UploadBody<Schema>,
) {
  const fields = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const texts = fields.properties as Record<string, object>;
  const pictures = Object.fromEntries(
    Object.entries(files).map(([name, most]) => [
      name,
      most === 1 ? file : { type: 'array', items: file, maxItems: most },
    ]),
  );
  const contentOf = (properties: Record<string, object>) => ({
    schema: {
      type: 'object',
      properties,
      ...(fields.required && { required: fields.required }),
    } as const,
    example,
  });
  return {
    content: {
      'multipart/form-data': contentOf({ ...texts, ...pictures }),
      'application/json': contentOf(texts),
      'application/x-www-form-urlencoded': contentOf(texts),
    },
  };
}

const noPicture =
  'No picture fits in here: the answer is 400, and says which field is missing. Send multipart/form-data.';

/**
 * As `uploadOf`, for a body that is one picture. JSON is named as for every other body, and says that it can hold none.
 */
export function pictureBodyOf(name: string) {
  const bodyWith = (property: object) => ({
    schema: { type: 'object' as const, properties: { [name]: property }, required: [name] },
  });
  return {
    content: {
      'multipart/form-data': bodyWith(file),
      'application/json': {
        ...bodyWith({ type: 'string', description: noPicture }),
        example: { [name]: '' },
      },
    },
  };
}

const textFields = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()), z.boolean().transform(String)]),
);

function parseText(text: string, contentType: string): Upload['fields'] {
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    const fields: Upload['fields'] = {};
    const parameters = new URLSearchParams(text);
    for (const name of new Set(parameters.keys())) {
      const values = parameters.getAll(name);
      fields[name] = values.length > 1 ? values : (values[0] ?? '');
    }
    return fields;
  }
  try {
    return textFields.parse(JSON.parse(text));
  } catch {
    throw new AppError(400, 'The request is not valid JSON with text fields.');
  }
}

/**
 * Reads the body, hands it to `work` and removes the files afterwards, whatever happened. Nothing is read before it is
 * called, so whoever calls it has asked first whether the caller may send this at all.
 * @throws AppError 400, 408, 413 or 415; 429 or 503 where too much is sent at the same time
 */
export async function withUpload<Result>(
  c: Context,
  budgets: BodyBudgets,
  work: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  const sentType = c.req.header('content-type') ?? '';
  const contentType = sentType.toLowerCase();
  const isMultipart = contentType.startsWith('multipart/form-data');
  if (
    !isMultipart &&
    contentType !== '' &&
    !/^application\/(json|x-www-form-urlencoded)\b/.test(contentType)
  ) {
    throw new AppError(
      415,
      'Send multipart/form-data, application/x-www-form-urlencoded or application/json.',
    );
  }
  const { address } = clientOf(c);
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null;
  const hold = (isMultipart ? budgets.uploads : budgets.memory).hold(address);
  try {
    if (!isMultipart) {
      const text = new TextDecoder().decode(await readTextBody(body, hold));
      const fields = contentType === '' ? {} : parseText(text, contentType);
      return await work({ fields, files: {}, dispose: async () => undefined });
    }
    hold.add(1);
    // The boundary in it keeps its case.
    const upload = await parseUpload(body, sentType, budgets.disk.hold(address));
    try {
      return await work(upload);
    } finally {
      await upload.dispose();
    }
  } finally {
    hold.release();
  }
}

/** @throws AppError 400 with a sentence for each field */
export function validFields<Schema extends z.ZodType>(upload: Upload, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(upload.fields);
  if (parsed.success) return parsed.data;
  const { error, fields } = errorOfZod(parsed.error);
  throw new AppError(400, error, fields);
}

/** The files of these fields, in the order they came. */
export function filesOf(upload: Upload, ...names: string[]): UploadedFile[] {
  return names.flatMap((name) => upload.files[name] ?? []);
}

/** Read when its turn to be encoded comes, so that waiting pictures lie on disk and not in memory. */
export function pictureSource(file: UploadedFile) {
  return () => readFile(file.path);
}
