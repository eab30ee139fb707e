// 'Paste an address': what a website, a store or a repository tells about an app, before it is listed.
import { bindContext } from '../platform/reads/slices.ts';
import type { PreviewsContext } from './context.ts';
import { previewAddress, requireMayPreview } from './preview-address.ts';

export type Previews = ReturnType<typeof createPreviews>;

export function createPreviews(context: PreviewsContext) {
  return bindContext(context, { previewAddress, requireMayPreview });
}
