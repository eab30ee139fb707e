import type { PickJson } from '../../../lib/shared/schemas/shelves.ts';

interface Props {
  title: string;
  picks: readonly PickJson[];
}

/** The shelf as the front page shows it (components/shelf/Shelf.astro), without links. */
export function ShelfPreview({ title, picks }: Props) {
  if (picks.length === 0) return null;
  return (
    <section className="shelf" aria-label="Preview">
      <p className="soft small">Preview</p>
      <h3>{title || 'No title yet'}</h3>
      <ul className="shelf-apps">
        {picks.map(({ id, name, description, logo }) => (
          <li key={id}>
            {logo !== null && <img className="logo" src={logo} width={56} height={56} alt="" />}
            <div>
              <p className="app-name">{name}</p>
              <p>{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
