import { changeDraft, type Draft } from '../../../lib/client/drafts/draft.ts';
import { CategoryChoice } from '../CategoryChoice.tsx';

export function CategoryStep({ draft }: { draft: Draft | null }) {
  return (
    <CategoryChoice chosen={draft?.categories ?? []} onChange={(categories) => changeDraft({ categories })} />
  );
}
