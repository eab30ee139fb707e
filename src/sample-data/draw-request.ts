import type { Platform } from '../lib/shared/schemas/apps.ts';
import { drawAvatar } from './drawing/avatar.ts';
import { drawLogo } from './drawing/logo.ts';
import { drawScreen, planScreens } from './drawing/plan-screens.ts';
import { themeOf } from './drawing/themes/theme-of.ts';

/** An app as far as it can be drawn. */
export interface DrawnApp {
  name: string;
  description: string;
  categories: readonly string[];
  platform: Platform;
}

export type DrawRequest =
  | { kind: 'logo'; app: DrawnApp }
  | { kind: 'screen'; app: DrawnApp; index: number }
  | { kind: 'avatar'; name: string };

export interface Drawing {
  svg: string;
  /** Pixels of the picture that is made of it. */
  width: number;
}

/**
 * Widths that the media pipeline makes two variants of, not three: sharp enough for a strip on a dense display,
 * and a first start does not take a minute.
 */
const phoneWidth = 540;
const webWidth = 1080;

export function screenCount(app: DrawnApp): number {
  return planScreens(app, app.platform, themeOf(app)).length;
}

/** @throws RangeError when the app has no screen with this index */
export function draw(request: DrawRequest): Drawing {
  if (request.kind === 'avatar') return { svg: drawAvatar(request.name), width: 256 };
  const { app } = request;
  const theme = themeOf(app);
  if (request.kind === 'logo') return { svg: drawLogo(app, theme), width: 512 };
  const screen = planScreens(app, app.platform, theme)[request.index];
  if (!screen) throw new RangeError(`${app.name} has no screen ${request.index}`);
  return { svg: drawScreen(app, theme, screen), width: screen.device === 'phone' ? phoneWidth : webWidth };
}
