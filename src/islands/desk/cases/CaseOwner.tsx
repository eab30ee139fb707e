import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { CaseJson } from '../../../lib/shared/schemas/cases.ts';
import { counted } from './words.ts';

/** Whose the subject is, and what else that account has listed. */
export function CaseOwner({ case: { owner, other_listings, other_listings_count } }: { case: CaseJson }) {
  if (!owner) return <p className="soft">The account of its owner is gone.</p>;
  return (
    <section aria-labelledby="case-owner">
      <h2 id="case-owner">
        Owner: <a href={deskUrls.account(owner.id)}>{owner.name}</a>
      </h2>
      <p className="soft">
        {owner.email}
        {owner.is_suspended && ', suspended'}
      </p>
      {other_listings.length > 0 && (
        <details className="desk-more">
          <summary>{counted(other_listings_count, 'other listing')}</summary>
          <ul>
            {other_listings.map(({ id, name, name_id, state }) => (
              <li key={id}>
                <a href={urls.app(name_id)}>{name}</a> <span className="soft">{state}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
