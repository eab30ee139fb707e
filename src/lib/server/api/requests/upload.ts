// Bodies that may carry files: multipart as it comes in, or the text fields alone as JSON or urlencoded.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { BodyBudgets } from '../../platform/uploads/body-budgets.ts';
import { parseUpload, type Upload, type UploadedFile } from '../../platform/uploads/parse-upload.ts';
import { readTextBody } from '../../platform/uploads/read-text-body.ts';
import type { ApiEnv } from '../router.ts';
import { clientOf } from './caller.ts';
import { validate } from '../errors.ts';

const file = { type: 'string', format: 'binary' } as const;

interface UploadBody<Schema extends z.ZodType> {
  /** Names of the fields that hold pictures, with the most that each takes. */
  files?: Record<string, number>;
  example: z.input<Schema>;
}

/**
 * For `request.body` of a route that is documented but parsed by its handler (`withUpload`). JSON and urlencoded bodies
 * have the same text fields, without the files.
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

/** As `uploadOf`, for a body of one picture. JSON is documented too, with the refusal that it gets. */
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

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('base64url');
}

const sorted = <Value>(record: Record<string, Value>): [string, Value][] =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));

/** What makes two uploads the same. Not the raw body: a multipart body has another boundary each time. */
async function contentOf({ fields, files }: Upload): Promise<string[]> {
  const digests: [string, string[]][] = [];
  for (const [name, list] of sorted(files)) {
    const found: string[] = [];
    // One after the other, so that four large pictures are not read from the disk at once.
    for (const { path } of list) found.push(await digestOf(path));
    digests.push([name, found]);
  }
  return [JSON.stringify(sorted(fields)), JSON.stringify(digests)];
}

/**
 * Reads the body, hands it to `work` and removes the files afterwards. Nothing is read before, so check first whether
 * the caller may send this at all.
 * @throws AppError 400, 408, 413 or 415; 429 or 503 if too much is sent at the same time
 */
export async function withUpload<Result>(
  c: Context<ApiEnv>,
  budgets: BodyBudgets,
  work: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  const sentType = c.req.header('content-type') ?? '';
  const contentType = sentType.toLowerCase();
  const isMultipart = contentType.startsWith('multipart/form-data');
  if (!isMultipart && !/^($|application\/(json|x-www-form-urlencoded)\b)/.test(contentType)) {
    const sentence = 'Send multipart/form-data, application/x-www-form-urlencoded or application/json.';
    throw new AppError(415, sentence);
  }
  async function begin(upload: Upload): Promise<Result> {
    const { once } = c.var;
    if (once) await once.begin(await contentOf(upload));
    return await work(upload);
  }
  const { address } = clientOf(c);
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null;
  const hold = (isMultipart ? budgets.uploads : budgets.memory).hold(address);
  try {
    if (!isMultipart) {
      const text = new TextDecoder().decode(await readTextBody(body, hold));
      const fields = contentType === '' ? {} : parseText(text, contentType);
      return await begin({ fields, files: {}, dispose: async () => undefined });
    }
    hold.add(1);
    // `sentType`, because the boundary is case-sensitive.
    const upload = await parseUpload(body, sentType, budgets.disk.hold(address));
    try {
      return await begin(upload);
    } finally {
      await upload.dispose();
    }
  } finally {
    hold.release();
  }
}

/** @throws AppError 400 with a sentence for each field */
export function validFields<Schema extends z.ZodType>(upload: Upload, schema: Schema): z.output<Schema> {
  return validate(schema, upload.fields);
}

/** The files of these fields, in the order they came. */
export function filesOf(upload: Upload, ...names: string[]): UploadedFile[] {
  return names.flatMap((name) => upload.files[name] ?? []);
}

/** Reads the file when its turn to be encoded comes, so that waiting pictures stay on disk. */
export function pictureSource(file: UploadedFile) {
  return () => readFile(file.path);
}
