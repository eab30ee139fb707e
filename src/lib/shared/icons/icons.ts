// All icons by name, for pages. Islands import the few that they use (islands/ui/Icon.tsx).
import { brands } from './brands.ts';
import * as lines from './line.ts';

export type IconName = keyof typeof lines | keyof typeof brands;

/** Brands are filled shapes; the other icons are lines. */
export function iconNamed(name: IconName): { path: string; isSolid: boolean } {
  return name in brands
    ? { path: brands[name as keyof typeof brands], isSolid: true }
    : { path: lines[name as keyof typeof lines], isSolid: false };
}
