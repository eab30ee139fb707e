import { useEffect } from 'react';
import { fillCard } from '../../../lib/client/drafts/card-preview.ts';
import type { Draft } from '../../../lib/client/drafts/draft.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { collapseSpaces } from '../../../lib/shared/text/text.ts';
import { useOwner } from './use-owner.ts';

/** Shows the draft on the card beside the wizard (components/app/CardPreview.astro). */
export function useCardPreview(draft: Draft | null, visitor: AccessClaims | null): void {
  const owner = useOwner(visitor);
  useEffect(() => {
    const preview = document.querySelector<HTMLElement>('[data-card-preview]');
    if (!preview || !draft) return;
    fillCard(preview, {
      name: collapseSpaces(draft.name),
      description: draft.description.trim(),
      categories: draft.categories,
      logo: draft.logo[0]?.url ?? null,
      owner,
    });
  }, [draft, owner]);
}
