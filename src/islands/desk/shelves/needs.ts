import type { PickJson } from '../../../lib/shared/schemas/shelves.ts';
import { messages } from '../../../lib/shared/text/messages.ts';

/** @returns 'a logo, two screenshots': what the app lacks to be picked */
export function needsOf({ missing }: Pick<PickJson, 'missing'>): string {
  return missing.map((name) => messages.quality[name].label.toLowerCase()).join(', ');
}
