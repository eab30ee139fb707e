import { createHash } from 'node:crypto';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { brand } from '../../shared/page/brand.ts';
import { pictureUrl, type Picture } from '../../shared/page/pictures.ts';
import { hueOf, initial } from '../../shared/page/placeholder.ts';
import { collapseSpaces, truncate } from '../../shared/text/text.ts';
import { fullName, type UserProfile } from '../../shared/schemas/users.ts';

/** Part of every id: raise it when the same content would be drawn differently. */
const designVersion = 1;

/** Pixels. Not in draw-card.ts: whoever imports that has fonts and their parser in memory. */
export const cardSize = { width: 1200, height: 630 } as const;

/** A square with a picture, or with the first letter on the name's own colour. */
export interface Tile {
  /** Key in storage; null where there is no picture. */
  picture: string | null;
  letter: string;
  hue: number;
}

/** All that a card shows, so that the same content is the same card. */
export interface CardContent {
  kind: 'app' | 'user' | 'site';
  title: string;
  text: string;
  /** Below the text: whose app it is, or how many apps a person has. */
  note: string;
  tile: Tile | null;
  screenshot: { key: string; ratio: number } | null;
  /** Of a profile: its apps. */
  tiles: Tile[];
}

/**
 * The fallback format, which the drawing process reads too, at least `width` pixels wide where there is such a variant.
 */
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
    note: `by ${fullName(app.owner)}`,
    tile: tileOf(app.name, app.logo, 256),
    screenshot: shot ? { key: keyOf(shot, isPortrait ? 480 : 960), ratio: shot.width / shot.height } : null,
    tiles: [],
  };
}

/** @param apps the newest ones @param count of all of them */
export function contentOfUser(user: UserProfile, apps: AppListing[], count: number): CardContent {
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

export const contentOfSite: CardContent = {
  kind: 'site',
  title: brand.tagline,
  text: '',
  note: 'Browse them, or list your own for free.',
  tile: null,
  screenshot: null,
  tiles: [],
};

/** Names the content; as long as it is the same, so is the card. */
export function cardIdOf(content: CardContent): string {
  const hash = createHash('sha256').update(JSON.stringify([designVersion, brand.name, content]));
  return `${hash.digest('hex').slice(0, 24)}card`;
}
