import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Icon } from '../ui/Icon.tsx';
import { useCategories } from './use-categories.ts';

interface Props {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const max = limits.categoriesPerApp;

export function CategoryChoice({ chosen, onChange }: Props) {
  const { state, retry } = useCategories();
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
      {state === 'failed' && (
        <div className="form-alert error" role="alert">
          <Icon name="alert" />
          <div>
            <p>
              <b>{messages.appForms.categoriesFailed}</b>
            </p>
            <p>{messages.appForms.categoriesFailedHint}</p>
            <button className="text-button" type="button" onClick={retry}>
              {messages.errors.tryAgain}
            </button>
          </div>
        </div>
      )}
      {state === 'loading' && <p className="soft">Fetching categories ...</p>}
      {Array.isArray(state) && (
        <ul className="cluster">
          {[...new Set([...state, ...chosen])].map((name) => {
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
                      onChange(isChosen ? chosen.filter((other) => other !== name) : [...chosen, name])
                    }
                  />
                  <span>{name}</span>
                </label>
              </li>
            );
          })}
        </ul>
      )}
    </fieldset>
  );
}
