import { formatYear } from '../../../shared/text/dates.ts';
import type { PageRenderer } from '../render/astro-renderer.ts';

/**
 * Has `forget` called before the first page of a new year is rendered: every page says in its footer which year it is, and those
 * that were kept say the old one.
 */
export function renewEachYear(render: PageRenderer, forget: () => void): PageRenderer {
  let year = formatYear(Date.now());
  return (target, errorId) => {
    const now = formatYear(Date.now());
    if (now !== year) {
      year = now;
      forget();
    }
    return render(target, errorId);
  };
}
