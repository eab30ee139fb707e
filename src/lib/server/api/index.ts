import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { getPath } from 'hono/utils/url';
import { messages } from '../../shared/text/messages.ts';
import { AppError } from '../platform/errors.ts';
import type { Product } from '../../../compose.ts';
import { createBodyBudgets } from '../platform/uploads/bodies.ts';
import { describeApi } from './description/description.ts';
import type { ApiContext, ApiEnv } from './environment.ts';
import { createErrorHandler, type ErrorJson, type ReportFault } from './errors.ts';
import { guardDesk } from './middleware/caller.ts';
import { mount } from './operation.ts';
import { accountOperations } from './routes/accounts.ts';
import { appOperations } from './routes/apps.ts';
import { caseOperations } from './routes/desk-cases.ts';
import { deskAccountOperations } from './routes/desk-accounts.ts';
import { siteOperations } from './routes/desk-site.ts';
import { createDocsRouter } from './routes/docs.ts';
import { factorOperations } from './routes/factors.ts';
import { followingOperations } from './routes/following.ts';
import { listOperations } from './routes/lists.ts';
import { listingOperations } from './routes/listings.ts';
import { releaseOperations } from './routes/releases.ts';
import { reportOperations } from './routes/reports.ts';
import { sessionOperations } from './routes/sessions.ts';
import { tokenOperations } from './routes/tokens.ts';
import { userOperations } from './routes/users.ts';
import { createShapes } from './shapes.ts';

/** Its `services` are for requests whose answer is not cached. */
type Served = Pick<Product, 'bindServices' | 'config' | 'db' | 'services'>;

/** The REST API under /api/v1, with its description at /api/v1/openapi.json and /api/v1/docs. */
export function createApi(
  { bindServices, config: { siteUrl }, db, services }: Served,
  reportFault: ReportFault,
): OpenAPIHono<ApiEnv> {
  const context: ApiContext = {
    siteUrl,
    bodies: createBodyBudgets(),
    reportFault,
    shapes: createShapes(siteUrl),
    categoryNamed: (name) => services.site.categoryNamed(name),
  };
  const api = new OpenAPIHono<ApiEnv>({
    // Adds the final '/' of routes where the request left it out, but not to file names (swagger-ui.css).
    getPath: (request) => getPath(request).replace(/\/[^/.]+$/, '$&/'),
  });
  /** Named in the description and in refusals that can be appealed. */
  const contactOf = (c: Context<ApiEnv>): string => c.var.services.site.contactEmail();

  // Safe for any origin, because a bearer token and not a cookie authorizes.
  api.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
      exposeHeaders: ['ETag', 'Idempotency-Replayed', 'Retry-After'],
      maxAge: 86_400,
    }),
  );
  api.use(async (c, next) => {
    const reads = (c.env as ApiEnv['Bindings'] | undefined)?.reads;
    c.set('services', reads ? bindServices(reads) : services);
    // PostgreSQL cannot store NUL in a text, and no name or cursor has one.
    if (/%00/.test(c.req.url)) throw new AppError(400, 'The address holds a NUL character.');
    await next();
  });
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c, methods) => {
        const allow = methods.join(', ');
        return c.json({ error: `This address takes ${allow}.`, fields: {} } satisfies ErrorJson, 405, {
          Allow: allow,
        });
      },
    }),
  );
  api.use('/api/v1/desk/*', guardDesk);
  mount(api, context, [
    // Before the apps: /app/version/ is not an app called 'version'.
    ...releaseOperations(context),
    ...appOperations(context),
    // Before the users: /user/generate-strong-password/ and /user/sessions/ are not users.
    ...sessionOperations(context),
    ...listingOperations(context),
    ...listOperations(context),
    ...followingOperations(),
    ...factorOperations(),
    ...tokenOperations(),
    ...accountOperations(context),
    ...userOperations(context),
    ...caseOperations(),
    ...deskAccountOperations(),
    ...siteOperations(),
    ...reportOperations(context),
  ]);
  api.route('/api/v1', createDocsRouter());
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'nb_',
    description:
      'A token for programs, with the scope that the operation gives as x-token-scope. Other operations answer 403.',
  });
  api.get('/api/v1/openapi.json', (c) => c.json(describeApi(api, siteUrl, contactOf(c))));
  api.notFound((c) => c.json({ error: messages.errors.nothingHere, fields: {} } satisfies ErrorJson, 404));
  api.onError(createErrorHandler(reportFault, db.engine, contactOf));
  return api;
}
