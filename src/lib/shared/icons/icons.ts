// All icons by name, for pages. Islands import the few that they use (islands/ui/Icon.tsx).
import { brands } from './brands.ts';
import * as lines from './line.ts';

export const icons = { ...lines, ...brands };
export type IconName = keyof typeof icons;
