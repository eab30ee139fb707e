import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { confirmPasswordSchema } from '../../../shared/schemas/accounts.ts';
import { brand } from '../../../shared/page/brand.ts';
import { isoOrNull } from '../../../shared/text/dates/dates.ts';
import {
  downloadExportSchema,
  exportFileName,
  exportStateSchema,
  type ExportStateJson,
} from '../../../shared/schemas/own-data.ts';
import type { Caller } from '../../accounts/index.ts';
import type { ExportState } from '../../own-data/index.ts';
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
    description:
      'Three a day, one at a time. From 200 apps on the export is collected first, and a mail says when it is ready.',
    tags,
    security,
    summary: 'Everything that is kept of oneself: a ZIP of data.json and the pictures',
    request,
    responses: {
      200: {
        description:
          'The ZIP; of an account of 200 apps and more how far it has been collected, and a token once it can be downloaded.',
        content: { ...zipContent, 'application/json': { schema: exportStateSchema } },
      },
      ...refusing(401, 403),
    },
  },
  withoutKey('It changes nothing, and its answer is a file.'),
);

const stateRoute = createRoute({
  method: 'get',
  path: '/user/{id}/export/',
  operationId: 'getExportState',
  description: 'The id has to be the own one.',
  tags,
  security,
  summary: 'How far the export of a large account has come',
  request: { params },
  responses: { 200: jsonOf(exportStateSchema, 'How far.'), ...refusing(401, 403) },
});

const downloadRoute = createRoute(
  {
    method: 'post',
    path: '/user/{id}/export/download/',
    operationId: 'downloadExport',
    description: 'The token works for ten minutes, and stands for the login.',
    tags,
    summary: 'The ZIP of a large account, by the token that the password was exchanged for',
    request: { params, body: bodyOf(downloadExportSchema) },
    responses: {
      200: { description: 'The ZIP.', content: zipContent },
      ...refusing(403),
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
      200: jsonOf(
        doneSchema,
        'Deleted: nobody finds it any more. What is left of many apps is removed within minutes; a mail says when.',
      ),
      ...refusing(401, 403),
    },
  },
  /* The deletion ends the login: the password in the body authorizes. */ ofNobody(),
);

function shapeState({ state, done, total, until }: ExportState, token: string | null): ExportStateJson {
  return { state, done, total, until: isoOrNull(until), token };
}

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
      const started = await c.var.services.ownData.startExport(caller, password, clientOf(c));
      return started.kind === 'zip'
        ? sendZip(c, started.zip)
        : c.json(shapeState(started.state, started.token), 200);
    })
    .openapi(stateRoute, async (c) => {
      const caller = await requireOwn(c, c.req.valid('param').id);
      return c.json(shapeState(await c.var.services.ownData.exportState(caller), null), 200);
    })
    .openapi(downloadRoute, async (c) => {
      const { token } = readBody(c, downloadExportSchema);
      return sendZip(c, await c.var.services.ownData.openExport(c.req.valid('param').id, token));
    })
    .openapi(deleteRoute, async (c) => {
      const { id } = c.req.valid('param');
      const owner = await requireOwn(c, id);
      const { password } = readBody(c, confirmPasswordSchema);
      await c.var.services.ownData.deleteAccount(owner, password, clientOf(c));
      return c.json(done, 200);
    });
}
