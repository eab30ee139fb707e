import type { OpenAPIHono } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { brand } from '../../shared/page/brand.ts';
import { AppError } from '../platform/errors.ts';
import type { Reads } from '../platform/reads/reads.ts';
import type { Services } from '../services.ts';
import { createBodyBudgets, type BodyBudgets } from '../platform/uploads/body-budgets.ts';
import { createAccountsRouter } from './routers/accounts-router.ts';
import { createAppWritesRouter } from './routers/app-writes-router.ts';
import { createAppsRouter } from './routers/apps-router.ts';
import { describeApi } from './description/description.ts';
import { createDocsRouter } from './routers/docs-router.ts';
import { createErrorHandler, type ErrorJson, type ReportFault } from './errors.ts';
import { createBodyReader } from './requests/limit-body.ts';
import { createOwnDataRouter } from './routers/own-data-router.ts';
import { createOwnSessionsRouter } from './routers/own-sessions-router.ts';
import { createProfilesRouter } from './routers/profiles-router.ts';
import { createRouter, type ApiContext, type ApiEnv } from './router.ts';
import { createScreenshotsRouter } from './routers/screenshots-router.ts';
import { createSessionsRouter } from './routers/sessions-router.ts';
import { createShapes } from './shapes.ts';
import { createTimelineRouter } from './routers/timeline-router.ts';
import { createUsersRouter } from './routers/users-router.ts';
import { createVersionsRouter } from './routers/versions-router.ts';

export { createAddressFacts, routesOf } from './description/address-facts.ts';
export { refusesLogin } from './routers/sessions-router.ts';

export interface ApiOptions {
  /** For requests whose answer is not cached. */
  services: Services;
  /** Binds the slices to the recorder of a request whose answer may be cached. */
  bindServices?: (reads: Reads) => Services;
  siteUrl: string;
  /** Named in the description and in refusals that can be appealed; the brand's when left out. */
  contactEmail?: string;
  reportFault: ReportFault;
  /** The engine's `isForeignKeyViolation`. */
  isForeignKeyViolation(error: unknown): boolean;
  /** Limits of memory and disk for bodies that are being read. */
  bodies?: BodyBudgets;
}

/** The REST API under /api/v1, with its description at /api/v1/openapi.json and /api/v1/docs. */
export function createApi({
  services,
  bindServices = () => services,
  siteUrl,
  contactEmail = brand.contactEmail,
  reportFault,
  isForeignKeyViolation,
  bodies = createBodyBudgets(),
}: ApiOptions): OpenAPIHono<ApiEnv> {
  const context: ApiContext = { siteUrl, bodies, shapes: createShapes(siteUrl) };
  const api = createRouter();

  // Safe for any origin, because a bearer token and not a cookie authorizes.
  api.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
      exposeHeaders: ['ETag', 'Idempotency-Replayed', 'Retry-After'],
      maxAge: 86_400,
    }),
  );
  api.use(async (c, next) => {
    const reads = (c.env as ApiEnv['Bindings'] | undefined)?.reads;
    c.set('services', reads ? bindServices(reads) : services);
    await next();
  });
  api.use(createBodyReader(bodies));
  // PostgreSQL cannot store NUL in a text, and no name or cursor has one.
  api.use(async (c, next) => {
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
  // Before the apps: /app/version/ is not an app called 'version'.
  api.route('/api/v1', createVersionsRouter(context));
  api.route('/api/v1', createScreenshotsRouter(context));
  api.route('/api/v1', createAppsRouter(context));
  api.route('/api/v1', createAppWritesRouter(context));
  // Before the users: /user/generate-strong-password/ and /user/sessions/ are not users.
  api.route('/api/v1', createSessionsRouter(context));
  api.route('/api/v1', createOwnSessionsRouter(context));
  api.route('/api/v1', createAccountsRouter(context));
  api.route('/api/v1', createUsersRouter(context));
  api.route('/api/v1', createProfilesRouter(context));
  api.route('/api/v1', createOwnDataRouter());
  api.route('/api/v1', createTimelineRouter(context));
  api.route('/api/v1', createDocsRouter());
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  api.get('/api/v1/openapi.json', (c) => c.json(describeApi(api, siteUrl, contactEmail)));
  api.notFound((c) =>
    c.json({ error: 'There is nothing at this address.', fields: {} } satisfies ErrorJson, 404),
  );
  api.onError(createErrorHandler(reportFault, isForeignKeyViolation, contactEmail));
  return api;
}
