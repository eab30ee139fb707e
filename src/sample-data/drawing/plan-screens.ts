import type { Platform } from '../../lib/shared/schemas/apps.ts';
import { phoneSize } from './phone/parts.ts';
import { phoneScreens, type PhoneScreenName } from './phone/screens.ts';
import { createRandom, type Random } from './random.ts';
import { createScene, type Subject } from './scene.ts';
import type { Theme } from './themes/theme.ts';
import { webSize } from './web/parts.ts';
import { webScreens, type WebScreenName } from './web/screens.ts';

export type PlannedScreen =
  | { device: 'phone'; name: PhoneScreenName; part: string }
  | { device: 'web'; name: WebScreenName; part: string };

/** Two to four screens that suit the app: a phone's in portrait, a browser's in landscape. */
export function planScreens(subject: Subject, platform: Platform, theme: Theme): PlannedScreen[] {
  const random = createRandom(`screens ${subject.name}`);
  const part = (name: string, index: number) => `${name} ${index}`;
  if (platform === 'web' || platform === 'desktop') {
    return choose(theme.web, random).map((name, index) => ({
      device: 'web',
      name,
      part: part(name, index),
    }));
  }
  return choose(theme.phone, random).map((name, index) => ({
    device: 'phone',
    name,
    part: part(name, index),
  }));
}

/** A theme's first screen is what its apps are known by; the others differ, or a whole trade would look alike. */
function choose<Name>([best, ...others]: readonly Name[], random: Random): Name[] {
  const count = random.pick([2, 2, 3, 3, 4]);
  return [...(best === undefined ? [] : [best]), ...random.some(others, count - 1)];
}

/** SVG of 360 by 780 or 1280 by 800 pixels. */
export function drawScreen(subject: Subject, theme: Theme, screen: PlannedScreen): string {
  const scene = createScene(subject, theme, screen.part, screen.device === 'phone' ? phoneSize : webSize);
  const draw = screen.device === 'phone' ? phoneScreens[screen.name] : webScreens[screen.name];
  return scene.sheet.toSvg(draw(scene));
}
