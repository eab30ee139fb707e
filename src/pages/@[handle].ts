import type { APIRoute } from 'astro';
import { resumeOf } from '../lib/shared/page/json-resume.ts';
import { portfolioApps } from '../lib/shared/schemas/limits.ts';
import { urls } from '../lib/shared/addresses/urls.ts';

/** The shortest address of a profile; with '.json' its JSON Résumé. /u/{handle} knows former handles, too. */
export const GET: APIRoute = async ({ params, redirect, locals: { page, services } }) => {
  const [, name = '', extension] = /^(.*?)(\.json)?$/.exec(params.handle ?? '') ?? [];
  const handle = name.toLowerCase();
  if (extension === undefined) return redirect(urls.handle(handle), 301);
  const user = await services.profiles.findUserByHandle(handle);
  // A former handle leads on, unless its user has none now.
  if (!user?.handle)
    return Response.json({ error: 'There is no such profile.', fields: {} }, { status: 404 });
  if (user.handle !== name) return redirect(urls.resume(user.handle), 301);
  const [apps, skills] = await Promise.all([
    services.apps.listApps({ ownerId: user.id, limit: portfolioApps, withLimited: true }),
    services.apps.countSkills(user.id),
  ]);
  return Response.json(resumeOf({ siteUrl: page.siteUrl, user, apps: apps.items, skills }));
};
