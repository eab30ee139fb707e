import { hash } from 'node:crypto';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { brand } from '../../shared/page/brand.ts';
import { pictureUrl, type Picture } from '../../shared/page/pictures.ts';
import { hueOf } from '../../shared/page/hue.ts';
import { initial } from '../../shared/page/placeholder.ts';
import { collapseSpaces, truncate } from '../../shared/text/text.ts';
import { fullName, type UserProfile } from '../../shared/schemas/users.ts';

/** Part of every id: raise it when the design changes. */
const designVersion = 1;

/** In pixels. Not in card-worker.ts, whose import loads fonts and their parser. */
export const cardSize = { width: 1200, height: 630 } as const;

/** A square with a picture, or with the first letter of the name on its colour. */
export interface Tile {
  /** Key in storage; null if there is no picture. */
  picture: string | null;
  letter: string;
  hue: number;
}

/** Everything that a card shows; its hash names the card. */
export interface CardContent {
  kind: 'app' | 'user' | 'site';
  title: string;
  text: string;
  /** Below the text: the owner of an app, or the number of apps of a user. */
  note: string;
  tile: Tile | null;
  screenshot: { key: string; ratio: number } | null;
  /** The apps of a profile. */
  tiles: Tile[];
}

/** Storage key of the fallback format, which the drawing process can read; if possible at least `width` pixels wide. */
function keyOf(picture: Picture, width: number): string {
  const variant = picture.widths.find((one) => one >= width) ?? picture.width;
  return pictureUrl(picture, variant).slice('/media/'.length);
}

function tileOf(name: string, picture: Picture | null, width: number): Tile {
  return { picture: picture && keyOf(picture, width), letter: initial(name), hue: hueOf(name) };
}

export function contentOfApp(app: AppListing): CardContent {
  const shot = app.screenshots[0]?.picture;
  const isPortrait = shot !== undefined && shot.height > shot.width;
  return {
    kind: 'app',
    title: app.name,
    text: collapseSpaces(app.description),
    note: `by ${fullName(app.owner)}${app.proof ? `, owner of ${app.proof.name}` : ''}${app.lifecycle === 'discontinued' ? ', discontinued' : ''}`,
    tile: tileOf(app.name, app.logo, 256),
    screenshot: shot ? { key: keyOf(shot, isPortrait ? 480 : 960), ratio: shot.width / shot.height } : null,
    tiles: [],
  };
}

/** @param apps the newest ones @param count of all of them */
export function contentOfUser(
  user: UserProfile,
  apps: Pick<AppListing, 'name' | 'logo'>[],
  count: number,
): CardContent {
  return {
    kind: 'user',
    title: fullName(user),
    text: truncate(collapseSpaces(user.about), 200),
    note: count === 1 ? '1 app' : `${String(count)} apps`,
    tile: tileOf(fullName(user), user.picture, 256),
    screenshot: null,
    tiles: apps.slice(0, 6).map((app) => tileOf(app.name, app.logo, 256)),
  };
}

export const contentOfSite = (): CardContent => ({
  kind: 'site',
  title: brand.tagline,
  text: '',
  note: 'Browse them, or list your own for free.',
  tile: null,
  screenshot: null,
  tiles: [],
});

export function cardIdOf(content: CardContent): string {
  const { name, looks } = brand;
  const shown = looks === '' ? [name, content] : [name, looks, content];
  return `${hash('sha256', JSON.stringify([designVersion, ...shown])).slice(0, 24)}card`;
}
