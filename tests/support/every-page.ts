// An address of every page, read from the folder of the pages: a page of tomorrow is looked at like the others.
import { readdir } from 'node:fs/promises';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';

interface Shown {
  /** With a screenshot. */
  app: AppJson;
  /** Of the app's owner. */
  handle: string;
}

/** Pages that lead on at once, and the one that stands in for a page that failed. */
const notShown = ['profile/index.astro', 'app/[nameId]/update/screenshots/new.astro', '500.astro'];

/** Pages that send whoever is not logged in to the login. */
export const isPrivate = (path: string): boolean => /^\/(?:profile|change-password$)/.test(path);

/** Addresses with something to search for, filters that find something and some that find nothing. */
const more = ['/search?q=health', '/search?q=zzzznothing', '/apps?category=finance&platform=web'];

export async function everyPage({ app, handle }: Shown): Promise<string[]> {
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
  };
  const paths = files.map((file) => {
    const parts = file.replace(/(?:^|\/)index\.astro$|\.astro$/, '').split('/');
    return `/${parts.map((part) => values[part] ?? part).join('/')}`;
  });
  return [...paths.sort(), ...more];
}
