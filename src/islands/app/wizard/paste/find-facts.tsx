import { applyPreview } from '../../../../lib/client/previews/apply-preview.ts';
import { lookAt } from '../../../../lib/client/previews/look-at.ts';
import { FoundFacts } from './FoundFacts.tsx';

/** Looks at an address and fills in the draft. @returns what to show */
export async function findFacts(
  address: string,
  options: Parameters<typeof lookAt>[1],
): Promise<
  { kind: 'found'; Found: () => React.JSX.Element } | { kind: 'failed'; error: string } | { kind: 'idle' }
> {
  const result = await lookAt(address, options);
  if (result.kind === 'cancelled' || options.signal.aborted) return { kind: 'idle' };
  if (result.kind === 'failed') return result;
  const { preview } = result;
  const found = applyPreview(preview);
  return { kind: 'found', Found: () => <FoundFacts preview={preview} found={found} /> };
}
