// An address of every page, read from the folder of the pages, so that new pages are included.
import { readdir } from 'node:fs/promises';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';

interface Example {
  /** An app with a screenshot. */
  app: AppJson;
  /** The handle of the app's owner. */
  handle: string;
}

/** Pages that redirect at once, the error page, and the part of a page that typing into the search box fetches. */
const notShown = [
  'profile/index.astro',
  'app/[nameId]/update/screenshots/new.astro',
  '500.astro',
  'search/results.astro',
];

/** Pages that redirect visitors without a login to the login. */
export const isPrivate = (path: string): boolean =>
  /^\/(?:profile|desk|notifications|change-password$)/.test(path);

/** Searches with and without results, and a filtered list. */
const more = ['/search?q=health', '/search?q=zzzznothing', '/apps?category=finance&platform=web'];

export async function everyPage({ app, handle }: Example): Promise<string[]> {
  const files = (await readdir('src/pages', { recursive: true })).filter(
    (file) => file.endsWith('.astro') && !notShown.includes(file),
  );
  const values: Record<string, string> = {
    '[nameId]': app.name_id,
    '[screenshotId]': app.screenshot[0]?.id ?? '',
    '[id]': app.owner.id,
    '[handle]': handle,
    '[slug]': 'finance',
    '[...path]': 'no-such-page',
    '[token]': 'no-such-link',
  };
  const paths = files.map((file) => {
    const parts = file.replace(/(?:^|\/)index\.astro$|\.astro$/, '').split('/');
    return `/${parts.map((part) => values[part] ?? part).join('/')}`;
  });
  return [...paths.sort(), ...more];
}
