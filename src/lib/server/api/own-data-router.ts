import { Readable } from 'node:stream';
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { z } from 'zod';
import { confirmPasswordSchema } from '../../shared/accounts.ts';
import { messages } from '../../shared/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';
import { bodyOf, readBody } from './body.ts';
import { clientOf, requireCaller } from './caller.ts';
import { shapeOwnData } from './own-data-shape.ts';
import { createRouter, jsonOf, refusals, type ApiContext } from './router.ts';

const tags = ['Users'];
const security = [{ bearer: [] }];
const request = { params: z.object({ id: z.string() }), body: bodyOf(confirmPasswordSchema) };
const ownRefusals = {
  400: refusals[400],
  401: refusals[401],
  403: refusals[403],
  429: refusals[429],
  503: refusals[503],
};

const exportRoute = createRoute({
  method: 'post',
  path: '/user/{id}/export/',
  tags,
  security,
  summary: 'Everything that is kept of oneself: a ZIP of data.json and the pictures',
  request,
  responses: {
    200: {
      description: 'The ZIP.',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } as const } },
    },
    ...ownRefusals,
  },
});

const deleteRoute = createRoute({
  method: 'post',
  path: '/user/{id}/delete/',
  tags,
  security,
  summary: 'Deletes the own account with its apps, pictures and sessions',
  request,
  responses: { 200: jsonOf(z.object({ success: z.literal(true) }), 'Deleted.'), ...ownRefusals },
});

export function createOwnDataRouter({ services, shapes }: ApiContext) {
  const { ownData } = services;

  async function requireOwn(c: Context, id: string): Promise<Caller> {
    const caller = await requireCaller(c, services);
    if (caller.userId !== id) throw new AppError(403, messages.profile.notOwn);
    return caller;
  }

  return createRouter()
    .openapi(exportRoute, async (c) => {
      const caller = await requireOwn(c, c.req.valid('param').id);
      const { password } = readBody(c, confirmPasswordSchema);
      const { text, pictures } = shapeOwnData(await ownData.collect(caller, password, clientOf(c)), shapes);
      return c.body(Readable.toWeb(ownData.pack(text, pictures)) as ReadableStream, 200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="naijabuilt-data.zip"',
      });
    })
    .openapi(deleteRoute, async (c) => {
      const caller = await requireOwn(c, c.req.valid('param').id);
      await ownData.deleteAccount(caller, readBody(c, confirmPasswordSchema).password, clientOf(c));
      return c.json({ success: true } as const, 200);
    });
}
