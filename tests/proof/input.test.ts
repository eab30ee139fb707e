// Property: the API answers arbitrary requests as its description says, never with a 500 or with another status or
// shape.
import fc from 'fast-check';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/people.ts';
import { scaled } from '../support/scale.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines, siteUrl } from '../support/test-product.ts';

interface Parameter {
  name: string;
  in: string;
}
type Content = Record<string, { schema: Record<string, unknown> }>;
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Described {
  method: string;
  path: string;
  operation: Operation;
}

/** Values that often break programs. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'undefined',
    'null',
    'NaN',
    '-1',
    '0',
    '99999999999999999999',
    '1e309',
    'true',
    '[]',
    '{}',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '%00',
    '\u0000',
    '\uFEFF',
    '\uD800',
    '\u202Etxt.exe',
    "' or 1=1 --",
    '"; drop table users; --',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'http://169.254.169.254/latest',
    'https://myapp.ng',
    'a@b.co',
    'a@b.co\r\nBcc: c@d.co',
    'x'.repeat(300),
    '🇳🇬'.repeat(40),
    'MQ',
    'WzEsMSwiYSJd',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 200 }),
  fc.integer().map(String),
  fc.uuid(),
);
const json = fc.oneof(nasty, fc.jsonValue({ maxDepth: 4 }), fc.double(), fc.boolean(), fc.constant(null));

describe.each(bothEngines)('Generated requests on %s', (engine) => {
  const requests = scaled(engine === 'sqlite' ? 150_000 : 50_000);
  let api: TestApi;
  let person: Person;
  let operations: Described[];
  let answerSchemas: Map<string, z.ZodType>;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    person = await createPerson(api);
    const description = await api.get<{
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, unknown> };
    }>('/openapi.json');
    operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
    answerSchemas = new Map();
    for (const { method, path, operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const schema = content?.['application/json']?.schema;
        if (!schema) continue;
        // References of the document point into its components.
        const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/');
        const defs = JSON.parse(
          JSON.stringify(description.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
        ) as object;
        answerSchemas.set(
          `${method} ${path} ${status}`,
          z.fromJSONSchema({ ...(JSON.parse(text) as object), $defs: defs } as never),
        );
      }
    }
  }, 120_000);
  afterAll(() => api.product.dispose());

  const fieldNames = ({ operation }: Described): string[] => [
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys((schema['properties'] as object | undefined) ?? {}),
    ),
    'email',
    'password',
    'code',
    'refresh',
    '__proto__',
    'extra',
  ];

  /** The right password is never sent, so that the session survives. */
  const requestOf = (described: Described) =>
    fc.record({
      described: fc.constant(described),
      segments: fc.array(fc.oneof(nasty, fc.constant(person.id)), { minLength: 2, maxLength: 2 }),
      query: fc.dictionary(
        fc.constantFrom(
          ...(described.operation.parameters ?? []).map(({ name }) => name),
          'cursor',
          'page',
          'x',
        ),
        fc.oneof(nasty, fc.array(nasty, { maxLength: 3 })),
        { maxKeys: 4 },
      ),
      fields: fc.dictionary(fc.constantFrom(...fieldNames(described)), json, { maxKeys: 8 }),
      form: fc.constantFrom('json', 'urlencoded', 'multipart', 'text', 'broken', 'none'),
      token: fc.constantFrom('own', 'none', 'wrong'),
    });

  interface Sent {
    described: Described;
    segments: string[];
    query: Record<string, string | string[]>;
    fields: Record<string, unknown>;
    form: string;
    token: string;
  }

  async function send({ described, segments, query, fields, form, token }: Sent): Promise<void> {
    const { method, path, operation } = described;
    let used = 0;
    const encode = (text: string) => encodeURIComponent(text.toWellFormed());
    const target = path.replace(/\{\w+\}/g, () => encode(segments[used++] ?? '') || 'x');
    const search = Object.entries(query)
      .flatMap(([name, value]) => [value].flat().map((one) => `${name}=${encode(one)}`))
      .join('&');
    const headers: Record<string, string> = {};
    if (token === 'own') headers['authorization'] = `Bearer ${person.access}`;
    if (token === 'wrong') headers['authorization'] = 'Bearer a.b.c';
    let body: BodyInit | undefined;
    if (method !== 'GET') {
      const texts = Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
      ]);
      if (form === 'json') {
        headers['content-type'] = 'application/json';
        body = JSON.stringify(fields);
      } else if (form === 'urlencoded') body = new URLSearchParams(texts);
      else if (form === 'multipart') {
        const data = new FormData();
        for (const [name, value] of texts) data.append(name, value);
        data.append('screenshots', new Blob(['not a picture']), 'a.png');
        body = data;
      } else if (form === 'text') {
        headers['content-type'] = 'text/plain';
        body = texts.map((pair) => pair.join('=')).join('\n');
      } else if (form === 'broken') {
        headers['content-type'] = 'application/json';
        body = `${JSON.stringify(fields).slice(0, -1)},,`;
      }
    }
    const response = await api.fetch(
      new Request(`${siteUrl}${target}${search ? `?${search}` : ''}`, {
        method,
        headers,
        ...(body && { body }),
      }),
    );
    const text = await response.text();
    const key = `${method} ${path} ${response.status}`;
    tally.set(response.status, (tally.get(response.status) ?? 0) + 1);
    if (response.status >= 500) throw new Error(`${key}: ${text}`);
    // A slash or nothing in place of a name makes another path.
    if (response.status === 404 || response.status === 405) return;
    if (!(String(response.status) in operation.responses))
      throw new Error(`${key} is not in the description: ${text}`);
    const schema = answerSchemas.get(key);
    if (schema) {
      const parsed = schema.safeParse(JSON.parse(text));
      if (!parsed.success)
        throw new Error(`${key} has another shape: ${text.slice(0, 300)} ${parsed.error.message}`);
    }
  }

  const tally = new Map<number, number>();

  test(`Answers ${requests} generated requests with described statuses and shapes`, async () => {
    const any = fc.constantFrom(...operations).chain(requestOf);
    await fc.assert(fc.asyncProperty(any, send), { numRuns: requests, endOnFailure: true });
    console.log(`${engine}: ${requests} generated requests, by status ${JSON.stringify([...tally].sort())}`);
    expect(api.faults).toEqual([]);
  }, 3_600_000);
});
