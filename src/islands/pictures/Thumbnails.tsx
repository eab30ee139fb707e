import { useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';

export interface Thumbnail {
  id: string;
  url: string;
  /** Target of the picture's link. */
  href?: string;
}

interface Props {
  items: readonly Thumbnail[];
  /** Moves the item at index `from` to index `to`. Without it the order cannot be changed. */
  onMove?: (from: number, to: number) => void;
  onRemove?: (id: string) => void;
  /** Number of pictures in an earlier list; the numbering continues from there. */
  before?: number;
}

type Direction = 'earlier' | 'later';
type Key = Direction | 'remove';

/** Ordered pictures, which can be moved by dragging and by arrow buttons. */
export function Thumbnails({ items, onMove, onRemove, before = 0 }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  /** The pressed button. A new order moves it in the page, so it is focused again. */
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

/** @returns the list with the item at index `from` moved to index `to` */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const changed = [...items];
  changed.splice(to, 0, ...changed.splice(from, 1));
  return changed;
}
