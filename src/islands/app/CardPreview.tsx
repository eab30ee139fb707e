// The card beside the wizard: the draft as lists will show it (components/app/AppItem.astro).
import { useEffect, useState, type CSSProperties } from 'react';
import { findMe } from '../../lib/client/api/api.ts';
import type { AppDraft } from '../../lib/client/drafts/app-draft.ts';
import { ownPath } from '../../lib/client/page/page.ts';
import { hueOf } from '../../lib/shared/page/hue.ts';
import { initial } from '../../lib/shared/page/placeholder.ts';
import { truncateAt } from '../../lib/shared/schemas/limits.ts';
import { fullName, type OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { collapseSpaces, truncate } from '../../lib/shared/text/text.ts';

export function CardPreview({ draft, visitorId }: { draft: AppDraft | null; visitorId: string | undefined }) {
  /** Of the owner the session has only the first name. */
  const [me, setMe] = useState<OwnUserJson | null>(null);
  useEffect(() => {
    if (visitorId !== undefined) void findMe().then((result) => result.kind === 'ok' && setMe(result.data));
  }, [visitorId]);
  const owner = me !== null && me.id === visitorId ? me : { firstname: 'You', lastname: '', dp: null };
  const name = collapseSpaces(String(draft?.name ?? '')) || 'Your app';
  const text = truncate(String(draft?.description ?? '').trim(), truncateAt.card);
  return (
    <aside className="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <ul>
        <li className="card">
          <Square className="logo" size={56} name={name} url={draft?.logo[0] ?? null} />
          <div className="card-head">
            <h3 className="app-name">
              <a>{name}</a>
            </h3>
            <p className="clip">{draft?.category.join(', ')}</p>
          </div>
          <p className={text === '' ? 'card-text soft' : 'card-text'}>
            {text || 'What your app does, in a sentence.'}
          </p>
          <a className="owner">
            <Square
              className="avatar"
              size={24}
              name={fullName(owner)}
              letterOf={owner.firstname}
              url={owner.dp && ownPath(owner.dp)}
            />
            <span className="clip">{fullName(owner)}</span>
          </a>
        </li>
      </ul>
    </aside>
  );
}

interface SquareProps {
  className: 'logo' | 'avatar';
  size: number;
  name: string;
  /** The name whose first letter replaces a missing picture. */
  letterOf?: string;
  url: string | null;
}

function Square({ className, size, name, letterOf = name, url }: SquareProps) {
  const letter = initial(letterOf);
  const look = { className, style: { '--size': `${size}px`, '--h': hueOf(name) } as CSSProperties };
  return url === null ? (
    <span {...look} aria-hidden="true">
      {letter}
    </span>
  ) : (
    <img {...look} src={url} alt="" data-letter={letter} />
  );
}
