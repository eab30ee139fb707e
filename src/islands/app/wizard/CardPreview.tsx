import type { Draft } from '../../../lib/client/draft.ts';
import type { AccessClaims } from '../../../lib/shared/accounts.ts';
import { cuts } from '../../../lib/shared/limits.ts';
import { hueOf, initial } from '../../../lib/shared/placeholder.ts';
import { collapseSpaces, truncate } from '../../../lib/shared/text.ts';

interface Props {
  draft: Draft | null;
  visitor: AccessClaims | null;
}

/** The card as it will stand in the lists: the markup of components/app/AppCard.astro. */
export function CardPreview({ draft, visitor }: Props) {
  const name = collapseSpaces(draft?.name ?? '') || 'Your app';
  const owner = visitor?.firstname ?? 'You';
  const logo = draft?.logo[0];
  return (
    <aside className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <div className="card">
        {logo ? (
          <img className="logo" src={logo.url} width={56} height={56} alt="" />
        ) : (
          <span className="logo preview-letter" style={{ background: letterColour(name) }} aria-hidden="true">
            {initial(name)}
          </span>
        )}
        <div className="card-head">
          <h3>{name}</h3>
          <p>{draft?.categories.join(', ')}</p>
        </div>
        <p className="card-text">
          {truncate(draft?.description.trim() ?? '', cuts.card) || (
            <span className="soft">What your app does, in a sentence.</span>
          )}
        </p>
        <p className="owner">
          <span className="avatar preview-avatar" aria-hidden="true">
            {initial(owner)}
          </span>
          <span>{owner}</span>
        </p>
      </div>
    </aside>
  );
}

function letterColour(name: string): string {
  const hue = hueOf(name);
  const isNew = typeof CSS !== 'undefined' && CSS.supports('color', 'oklch(0 0 0)');
  return isNew ? `oklch(0.46 0.095 ${hue})` : `hsl(${hue} 40% 30%)`;
}
