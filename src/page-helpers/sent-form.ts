// Forms that are sent to a page without JavaScript. An error never loses what was typed: the page is answered with it.
import type { AstroGlobal } from 'astro';
import { statusOf } from '../lib/shared/failures.ts';
import { messages } from '../lib/shared/text/messages.ts';
import type { z } from '../lib/shared/zod.ts';

export interface SentForm<Result> {
  /** What was typed, by field. */
  values: Partial<Record<string, string>>;
  /** A sentence for each refused field. */
  errors: Partial<Record<string, string>>;
  /** A sentence about the whole form; '' for none. */
  alert: string;
  /** What the work returned; null if nothing was sent, or it was refused. */
  result: Result | null;
}

/** The parts of a refusal, which a page recognizes by its shape. */
function refusalOf(error: unknown): { alert: string; errors: Record<string, string>; retryAfter?: number } {
  if (!(error instanceof Error) || statusOf(error) === 503)
    return { alert: messages.errors.server, errors: {} };
  const fields: unknown = 'fields' in error ? error.fields : {};
  const entries = Object.entries(typeof fields === 'object' && fields !== null ? fields : {});
  const errors = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const retryAfter =
    'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : undefined;
  return {
    alert: error.message,
    errors: Object.fromEntries(errors),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** @returns a sentence for each refused field */
function errorsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/**
 * Validates the form that was sent to the page, and does its work. After a refusal the page answers with its status.
 * @param work is called with valid fields only
 */
export async function takeForm<Schema extends z.ZodType, Result>(
  { locals: { page }, response }: Pick<AstroGlobal, 'locals' | 'response'>,
  schema: Schema,
  work: (
    fields: z.output<Schema>,
    client: NonNullable<App.Locals['page']['form']>['client'],
  ) => Promise<Result>,
): Promise<SentForm<Result>> {
  const { form } = page;
  if (!form) return { values: {}, errors: {}, alert: '', result: null };
  const values = Object.fromEntries(form.fields);
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    response.status = 400;
    const errors = errorsOf(parsed.error.issues);
    return { values, errors, alert: Object.values(errors)[0] ?? '', result: null };
  }
  try {
    return { values, errors: {}, alert: '', result: await work(parsed.data, form.client) };
  } catch (error) {
    const status = statusOf(error);
    response.status = status;
    if (status === 503) page.report(error);
    const { retryAfter, ...refusal } = refusalOf(error);
    if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter));
    return { values, ...refusal, result: null };
  }
}

/**
 * For a form that has a page after it: the browser keeps a refused answer, so that going back finds what was typed,
 * and not an error of the browser. Nobody else keeps it.
 */
export function keepForGoingBack({
  locals: { page },
  response,
}: Pick<AstroGlobal, 'locals' | 'response'>): void {
  if (page.form) response.headers.set('cache-control', 'private, no-cache');
}

/** For pages that a mailed link with a secret opens: nobody keeps them, and no link on them names them. */
export function keepSecret({ response }: Pick<AstroGlobal, 'response'>): void {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('referrer-policy', 'no-referrer');
}

/** What a secret link opens; null, with the status of the refusal, where it opens nothing. */
export async function readSecret<Result>(
  { response }: Pick<AstroGlobal, 'response'>,
  read: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    const status = statusOf(error);
    if (status === 503) throw error;
    response.status = status;
    return null;
  }
}
