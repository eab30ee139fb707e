import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { confirmPasswordSchema } from '../../../shared/schemas/accounts.ts';
import { brand } from '../../../shared/page/brand.ts';
import { exportFileName } from '../../../shared/schemas/own-data.ts';
import type { Caller } from '../../accounts/index.ts';
import { requireSelf } from '../../profiles/index.ts';
import { bodyOf, readBody } from '../requests/body.ts';
import { clientOf, requireCaller } from '../requests/caller.ts';
import { createRoute, done, ofNobody, withoutKey } from '../requests/once.ts';
import { createRouter, doneSchema, idOf, jsonOf, refusing, type ApiEnv } from '../router.ts';

const tags = ['Users'];
const security = [{ bearer: [] }];
const params = idOf('user');
const request = { params, body: bodyOf(confirmPasswordSchema) };
const zipContent = { 'application/zip': { schema: { type: 'string', format: 'binary' } as const } };

const exportRoute = createRoute(
  {
    method: 'post',
    path: '/user/{id}/export/',
    operationId: 'exportOwnData',
    description: 'Three a day, one at a time.',
    tags,
    security,
    summary: 'Everything that is kept of oneself: a ZIP of data.json and the pictures',
    request,
    responses: {
      200: { description: 'The ZIP.', content: zipContent },
      ...refusing(401, 403),
    },
  },
  withoutKey('It changes nothing, and its answer is a file.'),
);

const deleteRoute = createRoute(
  {
    method: 'post',
    path: '/user/{id}/delete/',
    operationId: 'deleteAccount',
    description: 'The id has to be the own one. It cannot be undone.',
    tags,
    security,
    summary: 'Deletes the own account with its apps, pictures and sessions',
    request,
    responses: {
      200: jsonOf(doneSchema, 'Deleted.'),
      ...refusing(401, 403),
    },
  },
  /* The deletion ends the login: the password in the body authorizes. */ ofNobody(),
);

export function createOwnDataRouter() {
  async function requireOwn(c: Context<ApiEnv>, id: string): Promise<Caller> {
    const caller = await requireCaller(c);
    requireSelf(caller, id);
    return caller;
  }

  const sendZip = (c: Context, zip: Readable) =>
    c.body(Readable.toWeb(zip) as ReadableStream, 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${exportFileName(brand.name)}"`,
    });

  return createRouter()
    .openapi(exportRoute, async (c) => {
      const caller = await requireOwn(c, c.req.valid('param').id);
      const { password } = readBody(c, confirmPasswordSchema);
      return sendZip(c, await c.var.services.ownData.exportOwnData(caller, password, clientOf(c)));
    })
    .openapi(deleteRoute, async (c) => {
      const { id } = c.req.valid('param');
      const owner = await requireOwn(c, id);
      const { password } = readBody(c, confirmPasswordSchema);
      await c.var.services.ownData.deleteAccount(owner, password, clientOf(c));
      return c.json(done, 200);
    });
}
