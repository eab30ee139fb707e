import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeApi } from './description.ts';
import { jsonOf, type ApiEnv } from '../router.ts';

interface Described {
  components: { schemas: Record<string, { properties: Record<string, object> }> };
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
}

function described(schema: z.ZodType): Described {
  const api = new OpenAPIHono<ApiEnv>();
  const refusal = { description: 'Sent twice with different bodies.' };
  const responses = { 200: jsonOf(schema, 'A thing.'), 418: refusal };
  api.openAPIRegistry.registerPath(
    createRoute({ method: 'get', path: '/thing/', operationId: 'getThing', responses }),
  );
  return describeApi(api, 'http://naijabuilt.test', 'hello@naijabuilt.test') as Described;
}

test('Leaves out the flags of a regular expression, because JSON Schema has none', () => {
  const thing = z.object({ slash: z.string().regex(/^a\/u$/u), plain: z.string().regex(/^b$/iu) });
  const { schemas } = described(thing.meta({ id: 'Thing' })).components;
  expect(schemas['Thing']?.properties['slash']).toHaveProperty('pattern', '^a\\/u$');
  expect(schemas['Thing']?.properties['plain']).toHaveProperty('pattern', '^b$');
});

test('Lets a property with a named schema be null where the schema is nullable', () => {
  const inner = z.object({ id: z.string() }).meta({ id: 'Inner' });
  const { schemas } = described(
    z.object({ other: inner, inner: inner.nullable() }).meta({ id: 'Thing' }),
  ).components;
  expect(schemas['Thing']?.properties['inner']).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Inner' }, { type: 'null' }],
  });
});

test('Keeps a refusal that only one route has', () => {
  const { paths } = described(z.object({}).meta({ id: 'Thing' }));
  expect(paths['/thing/']?.['get']?.responses['418']).toEqual({
    description: 'Sent twice with different bodies.',
  });
});
