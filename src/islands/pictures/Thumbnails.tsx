import { useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';

export interface Thumbnail {
  id: string;
  url: string;
  /** Where pressing the picture leads. */
  href?: string;
}

interface Props {
  items: readonly Thumbnail[];
  /** Puts the item at `from` into the place `to`. Left out: the order stays. */
  onMove?: (from: number, to: number) => void;
  onRemove?: (id: string) => void;
  /** How many pictures stand before these, in a list of their own: numbers go on from there. */
  before?: number;
}

type Direction = 'earlier' | 'later';
type Key = Direction | 'remove';

/** Pictures in their order, which dragging and the arrows change. */
export function Thumbnails({ items, onMove, onRemove, before = 0 }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  /** The button that was pressed: its place in the page changes with the order, and the focus would stay behind. */
  const pressed = useRef<{ id: string; key: Key } | null>(null);
  useEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (!button || !list.current) return;
    const buttons = [...list.current.querySelectorAll<HTMLButtonElement>(`[data-item="${button.id}"]`)];
    (
      buttons.find(({ dataset, disabled }) => dataset['key'] === button.key && !disabled) ??
      buttons.find(({ disabled }) => !disabled)
    )?.focus();
  }, [items]);

  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= items.length) return;
    onMove?.(from, to);
    setSaid(`Image ${before + from + 1} is now image ${before + to + 1} of ${before + items.length}.`);
  };
  const remove = (id: string, index: number): void => {
    const neighbour = items[index + 1] ?? items[index - 1];
    if (neighbour) pressed.current = { id: neighbour.id, key: 'remove' };
    else document.querySelector<HTMLElement>('.drop input')?.focus();
    onRemove?.(id);
    setSaid(`Image ${before + index + 1} removed.`);
  };

  return (
    <>
      <ul className="thumbs" ref={list}>
        {items.map(({ id, url, href }, index) => {
          const picture = <img src={url} alt={`Image ${before + index + 1}`} draggable={false} />;
          const arrow = (direction: Direction, to: number) => (
            <button
              className="icon-button"
              type="button"
              data-item={id}
              data-key={direction}
              disabled={to < 0 || to >= items.length}
              onClick={() => {
                pressed.current = { id, key: direction };
                move(index, to);
              }}
            >
              <Icon name={direction === 'earlier' ? 'previous' : 'next'} />
              <span className="unseen">
                Move image {before + index + 1} {direction}
              </span>
            </button>
          );
          return (
            <li
              key={id}
              className={dragged === index ? 'thumb dragged' : 'thumb'}
              draggable={onMove !== undefined && items.length > 1}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.effectAllowed = 'move';
                dataTransfer.setData('text/plain', '');
                setDragged(index);
              }}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault();
              }}
              onDrop={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                move(dragged, index);
              }}
              onDragEnd={() => setDragged(null)}
            >
              {href === undefined ? (
                <span className="thumb-picture">{picture}</span>
              ) : (
                <a className="thumb-picture" href={href} draggable={false}>
                  {picture}
                </a>
              )}
              <div className="thumb-keys">
                {onMove && items.length > 1 && arrow('earlier', index - 1)}
                {onMove && items.length > 1 && arrow('later', index + 1)}
                {onRemove && (
                  <button
                    className="icon-button remove"
                    type="button"
                    data-item={id}
                    data-key="remove"
                    onClick={() => remove(id, index)}
                  >
                    <Icon name="close" />
                    <span className="unseen">Remove image {before + index + 1}</span>
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="unseen" role="status">
        {said}
      </p>
    </>
  );
}

/** The list with one item in another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const changed = [...items];
  changed.splice(to, 0, ...changed.splice(from, 1));
  return changed;
}
