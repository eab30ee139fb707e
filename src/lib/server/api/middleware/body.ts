// Bodies come as JSON, urlencoded or multipart, and all three mean the same; files need multipart.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { limits } from '../../../shared/schemas/limits.ts';
import { AppError } from '../../platform/errors.ts';
import { parseUpload, type Upload, type UploadedFile } from '../../platform/uploads/parse-upload.ts';
import {
  readTextBody,
  textBodyBytes,
  textTooLarge,
  type BodyBudgets,
} from '../../platform/uploads/bodies.ts';
import type { ApiEnv, Sent } from '../environment.ts';
import { clientOf } from './caller.ts';

const [json, urlencoded, multipart] = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

const typeOf = (c: Context): string => (c.req.header('content-type') ?? '').toLowerCase();

/** Checks the Content-Length before a byte of the body is read. @throws AppError 413 */
export function refuseAnnounced(takesFiles: boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const announced = Number(c.req.header('content-length') ?? 0);
    const isLarge = takesFiles && typeOf(c).startsWith('multipart/');
    if (isLarge && announced > limits.requestBytes)
      throw new AppError(413, 'This request is larger than 25 MB. Use smaller images.');
    if (!isLarge && announced > textBodyBytes) throw textTooLarge();
    await next();
  };
}

/** Reads a body without files. @throws AppError 400, 408, 413 or 415; 429 or 503 if too much is sent at one time */
export function readText({ memory }: BodyBudgets): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const hold = memory.hold(clientOf(c).address);
    try {
      await readFields(c, hold);
      await next();
    } finally {
      hold.release();
    }
  };
}

const bodyOf = (c: Context) => c.req.raw.body as ReadableStream<Uint8Array> | null;

type Revive = (name: string, value: unknown) => unknown;

async function readFields(c: Context<ApiEnv>, hold: Parameters<typeof readTextBody>[1], revive?: Revive) {
  const bytes = await readTextBody(bodyOf(c), hold);
  if (typeOf(c) !== '' || bytes.length > 0)
    c.set('sent', { fields: await fieldsOf(c, bytes, revive), files: {} });
}

/** @throws AppError 400 or 415 */
async function fieldsOf(c: Context, bytes: Buffer, revive?: Revive): Promise<unknown> {
  const type = typeOf(c);
  try {
    if (type.startsWith(json)) return JSON.parse(new TextDecoder().decode(bytes), revive) as unknown;
    if (type.startsWith(urlencoded)) return valuesOf(new URLSearchParams(bytes.toString()));
    if (type.startsWith(multipart)) {
      const headers = { 'content-type': c.req.header('content-type') ?? '' };
      return valuesOf(await new Response(new Uint8Array(bytes), { headers }).formData());
    }
  } catch {
    throw new AppError(400, 'The request could not be read.');
  }
  throw new AppError(415, 'The request could not be read.');
}

/** One value for each name, or all of them where it came more than once. */
function valuesOf<Value>(form: Iterable<[string, Value]>): Record<string, Value | Value[] | undefined> {
  // One pass: `getAll` reads all entries for each name, which takes seconds for as many as fit into a body.
  const values = Map.groupBy(form, ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length > 1 ? all.map(([, value]) => value) : all[0]?.[1]]),
  );
}

/**
 * Reads a body that may hold files, which are removed after the answer. Nothing is read before, so it comes after what
 * checks whether the caller may send this at all.
 * @throws AppError 400, 408, 413 or 415; 429 or 503 if too much is sent at one time
 */
export function readUpload(budgets: BodyBudgets): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const type = typeOf(c);
    const isMultipart = type.startsWith(multipart);
    if (!isMultipart && !/^($|application\/(json|x-www-form-urlencoded)\b)/.test(type))
      throw new AppError(415, `Send ${multipart}, ${urlencoded} or ${json}.`);
    const { address } = clientOf(c);
    const hold = (isMultipart ? budgets.uploads : budgets.memory).hold(address);
    let upload: Upload | undefined;
    try {
      if (isMultipart) {
        hold.add(1);
        // As it was sent, because the boundary is case-sensitive.
        const sentType = c.req.header('content-type') ?? '';
        upload = await parseUpload(bodyOf(c), sentType, budgets.disk.hold(address));
        c.set('sent', upload);
      } else {
        // The fields of such a form are texts, also in JSON.
        await readFields(c, hold, (_name, value) => (typeof value === 'boolean' ? String(value) : value));
      }
      await next();
    } finally {
      await upload?.dispose();
      hold.release();
    }
  };
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('base64url');
}

const sorted = <Value>(record: Record<string, Value>): [string, Value][] =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));

/** What makes two bodies the same. Not their bytes: a multipart body has another boundary each time. */
export async function contentOf(sent: Sent | undefined): Promise<string[]> {
  const digests: [string, string[]][] = [];
  for (const [name, list] of sorted(sent?.files ?? {})) {
    const found: string[] = [];
    // One after the other, so that four large pictures are not read from the disk at once.
    for (const { path } of list) found.push(await digestOf(path));
    digests.push([name, found]);
  }
  return [JSON.stringify(sorted({ ...(sent?.fields as object | null) })), JSON.stringify(digests)];
}

/** The last file of a field, to be read when its turn to be encoded comes: waiting pictures stay on disk. */
export const pictureOf = (files: Upload['files'], ...names: string[]) => picturesOf(files, ...names).at(-1);

/** The files of these fields, in the order they came. */
export function picturesOf(files: Upload['files'], ...names: string[]): (() => Promise<Buffer>)[] {
  const all = names.flatMap((name): UploadedFile[] => files[name] ?? []);
  return all.map(
    ({ path }) =>
      () =>
        readFile(path),
  );
}

/** The description of a body without files. */
export function textContent(schema: z.ZodType) {
  return { [json]: { schema }, [urlencoded]: { schema }, [multipart]: { schema } };
}

export interface UploadBody<Schema extends z.ZodType> {
  schema: Schema;
  content: Record<string, { schema: object }>;
}

const file = { type: 'string', format: 'binary' };

const noPicture =
  'No picture fits in here: the answer is 400, and says which field is missing. Send multipart/form-data.';

/**
 * A body that is read when the caller is known to be allowed. JSON and urlencoded bodies have the same text fields,
 * without the files.
 * @param files names of the fields that hold pictures, with the most that each takes
 * @param needed those of them that must be sent
 */
export function uploadOf<Schema extends z.ZodType>(
  schema: Schema,
  files: Record<string, number> = {},
  needed: string[] = [],
): UploadBody<Schema> {
  const fields = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = [...(fields.required ?? []), ...needed];
  const pictures = Object.entries(files).map(
    ([name, most]) => [name, most === 1 ? file : { type: 'array', items: file, maxItems: most }] as const,
  );
  const media = (others: (readonly [string, object])[]) => {
    const properties = { ...fields.properties, ...Object.fromEntries(others) };
    return { schema: { type: 'object', properties, ...(required.length > 0 && { required }) } };
  };
  const texts = media(needed.map((name) => [name, { type: 'string', description: noPicture }]));
  return { schema, content: { [multipart]: media(pictures), [json]: texts, [urlencoded]: texts } };
}
