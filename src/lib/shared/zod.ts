// Every schema imports zod from here, because zod must be configured before the first schema is made. In the browser
// zod may not generate code, which the Content-Security-Policy forbids and would report.
import { z } from 'zod';

/** The message of a schema that has none of its own. It names the value, so that it makes sense by itself. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const value = issue.path?.length ? `'${issue.path.map(String).join('.')}'` : 'The request';
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? `${value} is missing.`
      : `${value} must be ${kinds[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `${value} has more than ${String(issue.maximum)} characters.`;
  if (issue.code === 'too_small' && issue.origin === 'string') return `${value} is too short.`;
  if (issue.code === 'invalid_value')
    return `${value} must be one of ${issue.values.map(String).join(', ')}.`;
  return `${value} is not valid.`;
}

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

z.config({ customError: sentenceOf, ...('document' in globalThis && { jitless: true }) });

/** @param id its name in the description of the API */
export const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape, description?: string) =>
  z.object(shape).meta({ id, ...(description && { description }) });

/** The values of a choice, in the order of their labels. */
export const keysOf = <Value extends string>(labels: Readonly<Record<Value, unknown>>) =>
  Object.keys(labels) as Value[];

/** One of the values that have a label. @param error the message for another one */
export const enumOf = <Value extends string>(labels: Readonly<Record<Value, unknown>>, error?: string) =>
  z.enum(keysOf(labels), error);

export { z };
