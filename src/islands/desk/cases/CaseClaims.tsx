import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import type { ClaimJson } from '../../../lib/shared/schemas/cases.ts';
import { proofWayLabels } from '../../../lib/shared/schemas/proofs.ts';
import { withinSentence } from '../../../lib/shared/text/text.ts';
import { momentOf } from './words.ts';

/** Who else has proved to control what the listing links to. */
export function CaseClaims({ claims }: { claims: readonly ClaimJson[] }) {
  if (claims.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="case-claims">
      <h2 id="case-claims">Claimed by</h2>
      <ul className="desk-mails">
        {claims.map(({ account, name, way, checked_at, is_failing }) => (
          <li key={account.id}>
            <a className="touch-link" href={deskUrls.account(account.id)}>
              {account.name}
            </a>
            <p className="soft">{account.email}</p>
            <p>
              Has proved to control <b>{name}</b> ({withinSentence(proofWayLabels[way])}).
            </p>
            <p className="soft small">
              {checked_at === null ? 'Not checked yet' : `Last found ${momentOf(checked_at)}`}
              {is_failing && ', and not found at the last check'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
