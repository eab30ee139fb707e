import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { StrikeJson } from '../../../lib/shared/schemas/cases.ts';
import { policies } from '../../../lib/shared/schemas/policies.ts';
import { counted, momentOf } from '../cases/words.ts';

export function StrikeList({ strikes }: { strikes: readonly StrikeJson[] }) {
  if (strikes.length === 0) return null;
  const counting = strikes.filter(({ counts }) => counts).length;
  return (
    <section aria-labelledby="strikes">
      <h2 id="strikes">{counted(counting, 'strike')}</h2>
      <ul className="desk-list">
        {strikes.map(({ decision_number, policy, created_at, expires_at, counts }) => (
          <li key={decision_number} className="desk-block">
            <p>
              {policies[policy].title}, {momentOf(created_at)}
            </p>
            <p className="soft small">
              {counts ? `Counts until ${momentOf(expires_at)}` : 'Counts no longer'},{' '}
              <a href={urls.decision(decision_number)}>{decision_number}</a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
