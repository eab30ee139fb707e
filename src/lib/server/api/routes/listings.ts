// What owners see of their apps, proofs of who an app belongs to, and looks at an address before it is listed.
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { doneSchema } from '../../../shared/schemas/accounts.ts';
import { ownAppSchema, ownLinksSchema } from '../../../shared/schemas/apps.ts';
import {
  previewLinesType,
  previewRequestSchema,
  previewSchema,
  type AppPreview,
  type previewLineSchema,
} from '../../../shared/schemas/previews.ts';
import { deskProofsSchema } from '../../../shared/schemas/cases.ts';
import { blockProofSchema, checkProofSchema, ownProofSchema } from '../../../shared/schemas/proofs.ts';
import {
  appCountsSchema,
  statisticsQuery,
  statisticsSchema,
  tapQuery,
  viewDays,
} from '../../../shared/schemas/views.ts';
import { messages } from '../../../shared/text/messages.ts';
import { requireVerified } from '../../apps/find-app.ts';
import { viewerOf } from '../../http/page-views.ts';
import { AppError, ClientLeft } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import type { ApiContext, ApiEnv } from '../environment.ts';
import { faultIdOf, type ReportFault } from '../errors.ts';
import { anybody, member, moderator } from '../middleware/caller.ts';
import { done } from '../middleware/once.ts';
import { action, idOf, nameIdOfApp, operation, pagedSchema, paging, type Operation } from '../operation.ts';

type Preview = (onStep: (step: string) => void) => Promise<AppPreview>;

const lineOf = (json: z.output<typeof previewLineSchema>): string => `${JSON.stringify(json)}\n`;

/** Answers with the steps as they are made; the last line is the result or the refusal. */
function answerInLines(c: Context<ApiEnv>, preview: Preview, report: ReportFault) {
  c.header('content-type', previewLinesType);
  // nginx would keep the lines until the answer is complete.
  c.header('x-accel-buffering', 'no');
  return stream(c, async (lines) => {
    try {
      const found = await preview((step) => void lines.write(lineOf({ step })));
      await lines.write(lineOf({ preview: found }));
    } catch (error) {
      if (error instanceof ClientLeft) return;
      if (error instanceof AppError) {
        await lines.write(lineOf({ error: error.message, status: error.status, fields: error.fields }));
        return;
      }
      const { method, path } = c.req;
      report({ id: faultIdOf(c), error, method, path });
      await lines.write(lineOf({ error: messages.errors.server, status: 500 }));
    }
  });
}

/** Threat: another site sends taps with the browsers of its visitors. Browsers name the site that sends a POST. */
function isFromPage(c: Context, siteUrl: string): boolean {
  return (
    c.req.header('origin') === siteUrl && (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  );
}

const ofApp = { tag: 'Apps', who: member, params: nameIdOfApp, refuses: [403, 404] } as const;
const own = { tag: 'Apps', who: member } as const;
const ofDesk = { tag: 'Desk', who: moderator, params: nameIdOfApp } as const;

export function listingOperations({ reportFault, shapes, siteUrl }: ApiContext): Operation[] {
  return [
    operation('GET /user/listings/', 'listOwnApps', {
      ...own,
      summary: 'The own apps in every state, newest first',
      description:
        'Also those that nobody else sees: unlisted, held, limited and removed ones, each with its reason.',
      query: paging,
      answer: pagedSchema(ownAppSchema, 'PagedOwnApps'),
      says: 'One page of apps.',
      async run({ caller, page, query, services: { apps, reports } }) {
        const own = await apps.listOwn(caller, query.cursor);
        const ids = own.items.map(({ id }) => id);
        const questions = await reports.listQuestions(caller.userId, ids);
        return page(own, (one) => shapes.ownApp(one, questions));
      },
    }),
    operation('GET /user/listings/{name_id}/', 'getOwnApp', {
      ...own,
      summary: 'One of the own apps in any state, by its name_id or id',
      description: 'An app of somebody else is answered 404.',
      params: nameIdOfApp,
      answer: ownAppSchema,
      says: 'The app.',
      refuses: [404],
      async run({ caller, params, services: { apps, reports } }) {
        const own = await apps.findOwn(caller, params.name_id);
        if (!own) throw new AppError(404, messages.app.missing);
        return shapes.ownApp(own, await reports.listQuestions(caller.userId, [own.id]));
      },
    }),
    operation('POST /app/import/', 'previewApp', {
      ...own,
      summary: 'Reads what an address tells about an app, for a new listing',
      description: `Looks at a website, a page of the App Store or of Google Play, or a repository at GitHub, and answers what it tells about an app: values that \`POST /app/\` takes, each with its source, and pictures. Nothing is stored. \`existing\` names the app that is listed with this address already. It takes up to 25 seconds; one look of an account runs at a time, and ends when the client leaves. With \`Accept: ${previewLinesType}\` the answer has a line of JSON for each step, and ends with a line that has \`preview\`, or \`error\` and \`status\`.`,
      form: previewRequestSchema,
      allow: ({ caller }) => requireVerified(caller),
      key: 'It changes nothing.',
      answer: previewSchema,
      says: 'What was found.',
      answers: {
        200: {
          description: 'What was found.',
          content: {
            'application/json': { schema: previewSchema },
            [previewLinesType]: { schema: z.string() },
          },
        },
      },
      refuses: [403, 429],
      async run({ c, caller, form, services: { limiter, previews } }) {
        const spender = { account: caller.userId, client: caller.client };
        // Not by `limit`, because the answer in lines begins before the charge, and tells of its refusal.
        const preview: Preview = (onStep) =>
          limiter.charging([{ quota: quotas.previews }], spender, () =>
            previews.previewAddress(caller, form.address, { left: c.req.raw.signal, onStep }),
          );
        const wantsLines = c.req.header('accept')?.includes(previewLinesType) ?? false;
        if (wantsLines) return answerInLines(c, preview, reportFault);
        return await preview(() => undefined);
      },
    }),
    operation('GET /app/{name_id}/proof/', 'getProof', {
      ...ofApp,
      summary: 'What the caller has proved about an app, and the five ways to prove it',
      description:
        'For its owner, and for anybody who claims the app: each has a token of their own. Says what to put where.',
      answer: ownProofSchema,
      says: 'The proof.',
      run: ({ caller, params, services }) => services.proofs.showProof(caller, params.name_id),
    }),
    operation('POST /app/{name_id}/proof/', 'checkProof', {
      ...ofApp,
      summary: 'Checks a proof in one of the five ways',
      description:
        'Looks for the token now; takes up to five seconds. 400 says what is wrong. The proof of an owner shows a badge; that of somebody else opens a case, in which staff decide whose app it is.',
      form: checkProofSchema,
      limit: ['proofChecks'],
      answer: ownProofSchema,
      says: 'The proof.',
      async run({ caller, form, params, services: { proofs } }) {
        await proofs.checkNow(caller, params.name_id, form);
        return await proofs.showProof(caller, params.name_id);
      },
    }),
    operation('GET /desk/listings/{name_id}/proofs/', 'listProofs', {
      ...ofDesk,
      summary: 'The proofs of a listing: of its owner, and of those who claim it',
      description: 'For staff.',
      answer: deskProofsSchema,
      says: 'The proofs.',
      run: ({ params, services }) => services.proofs.listProofs(params.name_id),
    }),
    action('POST /desk/listings/{name_id}/proof/', 'blockProof', {
      ...ofDesk,
      summary: 'Blocks the proofs of an app by its owner or by a claimant, or frees them',
      description:
        'A blocked app has no badge, and no check brings it back; a blocked claim is none. The account is mailed the reason.',
      form: blockProofSchema,
      limit: ['desk'],
      says: 'Done.',
      run: ({ caller, form, params, services }) => services.proofs.blockProof(caller, params.name_id, form),
    }),
    operation('GET /app/{name_id}/links/', 'getAppLinks', {
      ...ofApp,
      summary: 'Whether the links of an app answer',
      description:
        'For the owner alone. Links are looked at once a week, and after a failure again after 1, 3 and 7 days. To take over `moved_to`, send it as that link with PATCH /app/{name_id}/.',
      answer: ownLinksSchema,
      says: 'The links.',
      run: ({ caller, params, services }) => services.links.showLinks(caller, params.name_id),
    }),
    operation('GET /app/{name_id}/views/', 'getAppViews', {
      ...ofApp,
      summary: 'How often an own app was viewed and its links were tapped, by day',
      description: 'Of the last 30 days. Only the owner may.',
      answer: appCountsSchema,
      says: 'The counts.',
      async run({ caller, params, services }) {
        const { id } = await services.apps.requireMayUpdate(caller, params.name_id);
        return await services.views.countsOf(id, viewDays);
      },
    }),
    operation('GET /app/{name_id}/statistics/', 'getAppStatistics', {
      ...ofApp,
      summary: 'The statistics of an own app by day, with the sources of its views and its releases',
      description: 'Only the owner may. The days are those of Lagos.',
      query: statisticsQuery,
      answer: statisticsSchema,
      says: 'The statistics.',
      async run({ caller, params, query, services }) {
        const { id, owner } = await services.apps.requireMayUpdate(caller, params.name_id);
        return await services.views.statisticsOf({ id, ownerId: owner.id }, query.days);
      },
    }),
    operation('POST /app/{id}/taps/', 'countTap', {
      tag: 'Apps',
      summary: 'Counts a tap on a link of an app, once a visitor and day',
      description:
        'For the pages of the site: a request of another site, an unknown app, a bot and a repeated tap count nothing and are answered alike.',
      who: anybody,
      params: idOf('app'),
      query: tapQuery,
      key: 'A visitor counts once a day.',
      answer: doneSchema,
      says: 'Taken.',
      refuses: [429],
      async run({ c, client, params: { id }, query: { link }, services: { limiter, views } }) {
        if (!isId(id) || !isFromPage(c, siteUrl)) return done;
        await limiter.spend(quotas.taps, { account: null, client });
        const { address, userAgent = '' } = client;
        const visit = {
          address,
          userAgent: userAgent.slice(0, 512),
          viewer: viewerOf(c.req.header('cookie')),
        };
        views.count({ ...visit, subject: `tap:${id}` });
        if (link) views.count({ ...visit, subject: `link:${id}:${link}` });
        return done;
      },
    }),
  ];
}
