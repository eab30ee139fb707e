import type { Platform } from '../../lib/shared/apps.ts';
import { phoneSize } from './phone/parts.ts';
import { phoneScreens, type PhoneScreenName } from './phone/screens.ts';
import { createRandom } from './random.ts';
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
  const count = random.pick([2, 3, 3, 4]);
  const part = (name: string, index: number) => `${name} ${index}`;
  if (platform === 'web' || platform === 'desktop') {
    const names = theme.web.slice(0, count);
    return names.map((name, index) => ({ device: 'web', name, part: part(name, index) }));
  }
  const names = theme.phone.slice(0, count);
  return names.map((name, index) => ({ device: 'phone', name, part: part(name, index) }));
}

/** SVG of 360 by 780 or 1280 by 800 pixels. */
export function drawScreen(subject: Subject, theme: Theme, screen: PlannedScreen): string {
  const scene = createScene(subject, theme, screen.part, screen.device === 'phone' ? phoneSize : webSize);
  const draw = screen.device === 'phone' ? phoneScreens[screen.name] : webScreens[screen.name];
  return scene.sheet.toSvg(draw(scene));
}
