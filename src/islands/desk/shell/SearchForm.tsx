import { useShortcuts } from './use-shortcuts.ts';

interface Props {
  /** Name and id of the field. */
  name: string;
  label: string;
  /** What the field begins with. */
  asked: string;
  /** A sentence about what was typed, where it cannot be searched for. */
  mistake?: string;
  onSearch: (text: string) => void;
}

/** The search field of a desk page, which the key `/` focuses. */
export function SearchForm({ name, label, asked, mistake = '', onSearch }: Props) {
  useShortcuts([{ key: '/', label: 'Search', run: () => document.getElementById(name)?.focus() }]);
  return (
    <form
      className="desk-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get(name);
        onSearch(typeof typed === 'string' ? typed : '');
      }}
    >
      <div className="field">
        <label htmlFor={name}>{label}</label>
        <div className="field-box">
          <input
            id={name}
            name={name}
            type="search"
            defaultValue={asked}
            autoComplete="off"
            aria-invalid={mistake === '' ? undefined : true}
            aria-describedby={`${name}-note`}
          />
        </div>
        <p className="field-note" id={`${name}-note`} aria-live="polite">
          {mistake}
        </p>
      </div>
      <button className="button" type="submit">
        Find
      </button>
    </form>
  );
}
