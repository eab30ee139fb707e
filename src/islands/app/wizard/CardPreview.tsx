import type { CSSProperties } from 'react';
import type { Draft } from '../../../lib/client/drafts/draft.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { truncateAt } from '../../../lib/shared/schemas/limits.ts';
import { hueOf, initial } from '../../../lib/shared/page/placeholder.ts';
import { collapseSpaces, truncate } from '../../../lib/shared/text/text.ts';
import { useOwner } from './use-owner.ts';

interface Props {
  draft: Draft | null;
  visitor: AccessClaims | null;
}

/** The card as it will stand in the lists: the markup of components/app/AppCard.astro. */
export function CardPreview({ draft, visitor }: Props) {
  const name = collapseSpaces(draft?.name ?? '') || 'Your app';
  const owner = useOwner(visitor);
  const logo = draft?.logo[0];
  return (
    <aside className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <div className="card">
        {logo ? (
          <img className="logo" src={logo.url} width={56} height={56} alt="" />
        ) : (
          <span className="logo preview-letter" style={hue(name)} aria-hidden="true">
            {initial(name)}
          </span>
        )}
        <div className="card-head">
          <h3>{name}</h3>
          <p>{draft?.categories.join(', ')}</p>
        </div>
        <p className="card-text">
          {truncate(draft?.description.trim() ?? '', truncateAt.card) || (
            <span className="soft">What your app does, in a sentence.</span>
          )}
        </p>
        <p className="owner">
          {owner && (
            <>
              {owner.picture === null ? (
                <span className="avatar preview-avatar" style={hue(owner.name)} aria-hidden="true">
                  {initial(owner.firstname)}
                </span>
              ) : (
                <img className="avatar" src={owner.picture} width={24} height={24} alt="" />
              )}
              <span>{owner.name}</span>
            </>
          )}
        </p>
      </div>
    </aside>
  );
}

/** The letter's ground, as AppLogo.astro and Avatar.astro have it. */
function hue(name: string): CSSProperties {
  return { '--h': hueOf(name) } as CSSProperties;
}
