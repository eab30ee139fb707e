import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { messages } from '../../shared/text/messages.ts';
import { AppError } from '../platform/errors.ts';
import type { Reads } from '../platform/reads/reads.ts';
import type { Services } from '../services.ts';
import { createBodyBudgets, type BodyBudgets } from '../platform/uploads/body-budgets.ts';
import { createAccountsRouter } from './routers/accounts-router.ts';
import { createAppWritesRouter } from './routers/app-writes-router.ts';
import { createAppsRouter } from './routers/apps-router.ts';
import { describeApi } from './description/description.ts';
import { guardDesk } from './requests/staff.ts';
import { createCountsRouter } from './routers/counts/counts-router.ts';
import { createDeskBulkRouter } from './routers/desk/desk-bulk-router.ts';
import { createDeskCasesRouter } from './routers/desk/desk-cases-router.ts';
import { createDeskDecisionsRouter } from './routers/desk/desk-decisions-router.ts';
import { createDeskAccountsRouter } from './routers/desk-accounts-router.ts';
import { createDocsRouter } from './routers/docs-router.ts';
import { createFactorsRouter } from './routers/factors-router.ts';
import { createErrorHandler, type ErrorJson, type ReportFault } from './errors.ts';
import { createBodyReader } from './requests/limit-body.ts';
import { createOwnDataRouter } from './routers/own-data-router.ts';
import { createOwnListingsRouter } from './routers/own-listings-router.ts';
import { createOwnSessionsRouter } from './routers/own-sessions-router.ts';
import { createPreviewsRouter } from './routers/previews/previews-router.ts';
import { createProfilesRouter } from './routers/profiles-router.ts';
import { createAppLinksRouter } from './routers/links/app-links-router.ts';
import { createProofsRouter } from './routers/proofs-router.ts';
import { createReportsRouter } from './routers/reports-router.ts';
import { createFollowsRouter } from './routers/follow/follows-router.ts';
import { createSavedRouter } from './routers/follow/saved-router.ts';
import { createLinkRulesRouter } from './routers/rules/links-router.ts';
import { createReservedNamesRouter } from './routers/rules/names-router.ts';
import { createRestrictionsRouter } from './routers/rules/restrictions-router.ts';
import { createRouter, type ApiContext, type ApiEnv } from './router.ts';
import { createScreenshotsRouter } from './routers/screenshots-router.ts';
import { createSessionsRouter } from './routers/sessions-router.ts';
import { createShapes } from './shapes.ts';
import { createDeskNumbersRouter } from './routers/site/desk-numbers-router.ts';
import { createDeskSiteRouter } from './routers/site/desk-site-router.ts';
import { createDeskShelvesRouter } from './routers/site/desk-shelves-router.ts';
import { createDeskCategoriesRouter } from './routers/site/desk-categories-router.ts';
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
  reportFault,
  isForeignKeyViolation,
  bodies = createBodyBudgets(),
}: ApiOptions): OpenAPIHono<ApiEnv> {
  const context: ApiContext = {
    siteUrl,
    bodies,
    shapes: createShapes(siteUrl),
    categoryNamed: (name) => services.site.categoryAskedFor(name),
  };
  const api = createRouter();
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
  api.use('/api/v1/desk/*', guardDesk);
  // Before the apps: /app/version/ is not an app called 'version'.
  api.route('/api/v1', createVersionsRouter(context));
  api.route('/api/v1', createScreenshotsRouter(context));
  api.route('/api/v1', createAppsRouter(context));
  api.route('/api/v1', createAppWritesRouter(context));
  api.route('/api/v1', createPreviewsRouter(reportFault));
  api.route('/api/v1', createProofsRouter());
  api.route('/api/v1', createAppLinksRouter());
  // Before the users: /user/generate-strong-password/ and /user/sessions/ are not users.
  api.route('/api/v1', createSessionsRouter(context));
  api.route('/api/v1', createOwnListingsRouter(context));
  api.route('/api/v1', createOwnSessionsRouter(context));
  api.route('/api/v1', createSavedRouter());
  api.route('/api/v1', createFollowsRouter());
  api.route('/api/v1', createFactorsRouter());
  api.route('/api/v1', createAccountsRouter(context));
  api.route('/api/v1', createUsersRouter(context));
  api.route('/api/v1', createProfilesRouter(context));
  api.route('/api/v1', createCountsRouter(context));
  api.route('/api/v1', createOwnDataRouter());
  api.route('/api/v1', createTimelineRouter(context));
  api.route('/api/v1', createDeskCasesRouter(context));
  api.route('/api/v1', createDeskDecisionsRouter());
  api.route('/api/v1', createDeskBulkRouter(context));
  api.route('/api/v1', createDeskAccountsRouter(context));
  api.route('/api/v1', createDeskSiteRouter());
  api.route('/api/v1', createDeskCategoriesRouter());
  api.route('/api/v1', createDeskShelvesRouter(context));
  api.route('/api/v1', createDeskNumbersRouter());
  api.route('/api/v1', createReportsRouter(context));
  api.route('/api/v1', createReservedNamesRouter(context));
  api.route('/api/v1', createRestrictionsRouter(context));
  api.route('/api/v1', createLinkRulesRouter(context));
  api.route('/api/v1', createDocsRouter());
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  api.get('/api/v1/openapi.json', (c) => c.json(describeApi(api, siteUrl, contactOf(c))));
  api.notFound((c) => c.json({ error: messages.errors.nothingHere, fields: {} } satisfies ErrorJson, 404));
  api.onError(createErrorHandler(reportFault, isForeignKeyViolation, contactOf));
  return api;
}
