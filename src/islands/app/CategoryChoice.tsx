import { appsApi } from '../../lib/client/api/member-api.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { useField } from '../forms/Field.tsx';
import { WithFetched } from '../ui/fetched.tsx';

const failed = {
  message: messages.appForms.categoriesFailed,
  detail: messages.appForms.categoriesFailedHint,
};

const max = limits.categoriesPerApp;

/** @param known the names of all categories, where the page has them */
export function CategoryChoice({ known }: { known?: readonly string[] }) {
  if (known) return <Choice known={known} />;
  return (
    <WithFetched fetch={appsApi.categories} waiting="Fetching categories..." failed={failed}>
      {(fetched) => <Choice known={fetched} />}
    </WithFetched>
  );
}

function Choice({ known }: { known: readonly string[] }) {
  const { value: chosen, change, note } = useField<readonly string[]>('category', { empty: [] });
  const isFull = chosen.length >= max;
  return (
    <fieldset className="categories">
      <legend className="unseen">Categories, {max} at most</legend>
      <p className="categories-count" role="status">
        <span>
          {chosen.length} of {max}
        </span>
        {isFull && <span className="tag">Maximum</span>}
      </p>
      <ul className="cluster">
        {[...new Set([...known, ...chosen])].map((name) => {
          const isChosen = chosen.includes(name);
          return (
            <li key={name}>
              <label className="category">
                <input
                  type="checkbox"
                  name="category"
                  value={name}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() =>
                    change(isChosen ? chosen.filter((other) => other !== name) : [...chosen, name])
                  }
                />
                <span>{name}</span>
              </label>
            </li>
          );
        })}
      </ul>
      <p className="field-note" aria-live="polite">
        {note}
      </p>
    </fieldset>
  );
}
