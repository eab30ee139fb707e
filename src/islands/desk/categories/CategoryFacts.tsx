import type { DeskCategory } from '../../../lib/shared/schemas/desk.ts';
import { counted } from '../cases/words.ts';

/** What a category is called, and how many listings it has. */
export function CategoryFacts({ category }: { category: DeskCategory }) {
  const { name, listings, former_names: formerNames } = category;
  return (
    <>
      <p>
        <b>{name}</b> <span className="soft">{counted(listings, 'listing')}</span>
      </p>
      {formerNames.length > 0 && <p className="soft small">Old names: {formerNames.join(', ')}</p>}
    </>
  );
}
