import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { DecisionJson } from '../../../lib/shared/schemas/cases.ts';
import { policies } from '../../../lib/shared/schemas/policies.ts';
import { outcomeNames } from '../../../lib/shared/text/outcome-sentences.ts';
import { momentOf } from '../cases/words.ts';

interface Props {
  title: string;
  decisions: readonly DecisionJson[];
}

const sourceWords = { staff: 'staff', operator: 'the operator', rule: 'a rule' } as const;

export function DecisionList({ title, decisions }: Props) {
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{title}</h2>
      <ul className="desk-list">
        {decisions.map(({ number, at, source, by, action, policy, owner_reason, subject }) => (
          <li key={number} className="desk-block">
            <p>
              <b>{outcomeNames[action]}</b>: {subject.name || subject.kind}
            </p>
            <p>
              {policies[policy].title}. {owner_reason}
            </p>
            <p className="soft small">
              <a href={urls.decision(number)}>{number}</a>, {momentOf(at)}, by{' '}
              {by?.name ?? sourceWords[source]}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
