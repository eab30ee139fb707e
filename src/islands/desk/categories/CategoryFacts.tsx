import type { DeskCategory } from '../../../lib/shared/schemas/moderation/categories.ts';
import { counted } from '../cases/words.ts';

interface Props {
  category: DeskCategory;
  categories: readonly DeskCategory[];
}

/** What a category is called, how many listings it has, and how far a merge is. */
export function CategoryFacts({ category, categories }: Props) {
  const { name, listings, former_names: formerNames, merging, search_pending: isPending } = category;
  const target = categories.find(({ id }) => id === merging?.into)?.name ?? '';
  return (
    <>
      <p>
        <b>{name}</b> <span className="soft">{counted(listings, 'listing')}</span>
      </p>
      {formerNames.length > 0 && <p className="soft small">Old names: {formerNames.join(', ')}</p>}
      {merging && (
        <div className="desk-progress">
          <progress
            max={Math.max(1, merging.total)}
            value={merging.done}
            aria-label={`${name} is merged into ${target}`}
          />
          <p role="status">
            Its listings move to {target}: {merging.done.toLocaleString('en')} of{' '}
            {merging.total.toLocaleString('en')}.
          </p>
        </div>
      )}
      {!merging && isPending && (
        <p className="soft small" role="status">
          Searches by the new name do not find all of its listings yet.
        </p>
      )}
    </>
  );
}
