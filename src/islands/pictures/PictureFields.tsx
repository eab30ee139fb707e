// Takes pictures, crops one to a square, and shows them in an order.
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { urlOf } from '../../lib/client/drafts/pictures.ts';
import { cropPicture, middleOf, preparePicture, type Part } from '../../lib/client/forms/picture-file.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { useFormContext, type Values } from '../forms/Form.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** @returns the addresses of the pictures of the field with this name, and what changes the newest ones */
export function usePictures(name: string) {
  const { change, newest, values } = useFormContext();
  const of = (all: Values) => (all[name] ?? []) as readonly string[];
  return {
    pictures: of(values),
    set: (next: (now: readonly string[]) => readonly string[]): void =>
      change({ [name]: next(of(newest.current)) }),
  };
}

/** @returns a function that begins another turn, and returns whether it is still the newest one */
function useTurns(): () => () => boolean {
  const turns = useRef(0);
  return () => {
    const own = (turns.current += 1);
    return () => own === turns.current;
  };
}

/**
 * Prepares picked files one after the other. `error` says which ones were refused, and why.
 * @param free how many a list can still take; without it there is one, and a new pick replaces it
 */
export function useAddPictures(onPrepared: (url: string, file: File) => Promise<void> | void, free?: number) {
  const { waitFor } = useFormContext();
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<string | undefined>();
  const begin = useTurns();

  const add = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const room = free === undefined ? 1 : Math.max(0, free - pending);
    const taken = files.slice(0, room);
    const errors: string[] =
      files.length > room && free !== undefined ? [messages.appForms.tooManyScreenshots] : [];
    // Of a single picture the last pick is taken, whichever is prepared first.
    const isNewest = begin();
    setError(undefined);
    setPending((count) => count + taken.length);
    // One at a time, because a phone cannot hold four decoded photographs at once.
    for (const file of taken) {
      const prepared = await preparePicture(file);
      setPending((count) => count - 1);
      if (free === undefined && !isNewest()) return;
      if (typeof prepared !== 'string') await onPrepared(urlOf(prepared), prepared);
      else errors.push(files.length > 1 ? `${file.name}: ${prepared}` : prepared);
    }
    setError(errors.length > 0 ? errors.join(' ') : undefined);
  };
  return { add: (files: readonly File[]) => waitFor(add(files)), isBusy: pending > 0, error, setError };
}

/** Loaded only when a picture is cropped. Offline it cannot be loaded, and the middle of the picture is used. */
const CropArea = lazy(() => import('./CropArea.tsx').catch(() => ({ default: MiddleOnly })));

function MiddleOnly() {
  return (
    <p className="soft" role="status">
      The cropping tool could not be loaded, so the middle of the picture is used. To crop it, choose the
      picture again when you are online.
    </p>
  );
}

export interface SquareProps {
  name: string;
  label: string;
  hint: string;
  /** Shows the picture as a circle, without a thumbnail, and lets the part of a square one be chosen as well. */
  circular?: boolean;
}

/** Takes a picture and crops it to a square: first to its middle, then to the part that the person chooses. */
export function SquarePicture({ name, label, hint, circular = false }: SquareProps) {
  const { pictures, set } = usePictures(name);
  const { waitFor } = useFormContext();
  /** The whole picture while its part can be chosen; otherwise null. */
  const [source, setSource] = useState<{ file: File; url: string; middle: Part } | null>(null);
  const begin = useTurns();

  const cut = async (file: File, part: Part): Promise<void> => {
    const isNewest = begin();
    // A browser that cannot crop sends the whole picture; lists show its middle.
    const square = await cropPicture(file, part).catch(() => file);
    // Ignores the result if the part or the picture has changed meanwhile.
    if (isNewest()) set(() => [urlOf(square)]);
  };
  const take = async (url: string, file: File): Promise<void> => {
    const isNewest = begin();
    const middle = await middleOf(file);
    if (!isNewest()) return;
    // Nobody sees a difference of up to 2 %.
    const isWhole = middle === null || (Math.min(middle.width, middle.height) >= 98 && !circular);
    setSource(isWhole ? null : { file, url, middle });
    if (isWhole) set(() => [url]);
    else await cut(file, middle);
  };
  const adding = useAddPictures(take);
  const remove = (): void => {
    begin();
    setSource(null);
    set(() => []);
  };
  const [pick] = pictures;
  const isCropping = source !== null && pick !== undefined;
  return (
    <>
      {isCropping && (
        <Suspense fallback={<p className="soft">Loading the square...</p>}>
          <CropArea
            key={source.url}
            url={source.url}
            first={source.middle}
            circular={circular}
            hint={hint}
            onPart={(part) => waitFor(cut(source.file, part))}
          />
        </Suspense>
      )}
      {pick && circular && !isCropping && (
        <img className="avatar" src={pick} width={128} height={128} alt="The picture you chose" />
      )}
      {pick && !circular && (
        <div className="thumbs-square">
          <Thumbnails items={[{ url: pick }]} onRemove={remove} />
        </div>
      )}
      <PictureDrop id={name} label={label} of={adding} />
    </>
  );
}

interface DropProps {
  id: string;
  label: string;
  multiple?: boolean;
  of: Pick<ReturnType<typeof useAddPictures>, 'add' | 'error' | 'isBusy'>;
}

/** Takes files that are picked, dropped or pasted. */
export function PictureDrop({ id, label, multiple = false, of: { add, error, isBusy } }: DropProps) {
  const { touch } = useFormContext();
  const onFiles = (files: Iterable<File> | null | undefined): void => {
    const list = [...(files ?? [])];
    if (list.length === 0) return;
    touch();
    add(list);
  };
  const [isOver, setOver] = useState(false);
  const paste = useEffectEvent(({ clipboardData }: ClipboardEvent) => onFiles(clipboardData?.files));
  // Listens on the whole page, because no element here can hold the cursor.
  useEffect(() => {
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  /** A dragged thumbnail is not a file. */
  const over = (event: DragEvent, isNow: boolean): boolean => {
    if (!event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    setOver(isNow);
    return true;
  };

  return (
    <div
      className={isOver ? 'drop over' : 'drop'}
      aria-busy={isBusy}
      onDragOver={(event) => over(event, true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (over(event, false)) onFiles(event.dataTransfer.files);
      }}
    >
      <input
        className="unseen"
        type="file"
        id={id}
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        multiple={multiple}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          onFiles(target.files);
          // Lets the same file be picked again after it was removed.
          target.value = '';
        }}
      />
      <label className="button quiet" htmlFor={id}>
        {isBusy ? <span className="spinner" /> : <Icon name="upload" />}
        {label}
      </label>
      <p className="soft small">
        or drop or paste {multiple ? 'them' : 'it'} here. JPG or PNG, 5 MB at most.
      </p>
      <p className="field-note" id={`${id}-note`} role="alert">
        {error}
      </p>
    </div>
  );
}

export interface Thumbnail {
  url: string;
  href?: string;
}

interface ThumbnailProps {
  items: readonly Thumbnail[];
  /** Moves the item at index `from` to index `to`. Without it the order cannot be changed. */
  onMove?: ((from: number, to: number) => void) | undefined;
  onRemove?: (index: number) => void;
  /** Number of pictures in an earlier list; the numbering continues from there. */
  before?: number;
}

/** Ordered pictures, which can be moved by dragging and by arrow buttons. */
export function Thumbnails({ items, onMove, onRemove, before = 0 }: ThumbnailProps) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [status, setStatus] = useState('');

  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= items.length) return;
    onMove?.(from, to);
    setStatus(`Image ${before + from + 1} is now image ${before + to + 1} of ${before + items.length}.`);
  };
  const remove = (index: number): void => {
    flushSync(() => onRemove?.(index));
    setStatus(`Image ${before + index + 1} removed.`);
    const left = list.current?.querySelectorAll<HTMLElement>('.remove');
    (left?.[index] ?? left?.[index - 1] ?? document.querySelector<HTMLElement>('.drop input'))?.focus();
  };
  const isMovable = onMove !== undefined && items.length > 1;
  const arrow = (index: number, by: 1 | -1) => (
    <Button
      className="icon-button"
      disabled={!items[index + by]}
      onClick={({ currentTarget }) => {
        flushSync(() => move(index, index + by));
        // A new order moves it in the page, and a disabled button cannot have the focus.
        currentTarget.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus();
        currentTarget.focus();
      }}
    >
      <Icon name={by < 0 ? 'previous' : 'next'} />
      <span className="unseen">
        Move image {before + index + 1} {by < 0 ? 'earlier' : 'later'}
      </span>
    </Button>
  );

  return (
    <>
      <ul className="thumbs" ref={list}>
        {items.map(({ url, href }, index) => (
          <li
            key={url}
            className={dragged === index ? 'thumb dragged' : 'thumb'}
            draggable={isMovable}
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
            {/* Without an address it is no link. */}
            <a className="thumb-picture" href={href} draggable={false}>
              <img src={url} alt={`Image ${before + index + 1}`} draggable={false} />
            </a>
            <div className="thumb-keys">
              {isMovable && arrow(index, -1)}
              {isMovable && arrow(index, 1)}
              {onRemove && (
                <Button className="icon-button remove" onClick={() => remove(index)}>
                  <Icon name="close" />
                  <span className="unseen">Remove image {before + index + 1}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">
        {status}
      </p>
    </>
  );
}

/** @returns the list with the item at index `from` moved to index `to` */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}

interface ListProps {
  name: string;
  max: number;
  before?: number;
}

/** Several pictures in an order, with their number. `max` is that of the new ones. */
export function PictureList({ name, max, before = 0 }: ListProps) {
  const { pictures, set } = usePictures(name);
  const adding = useAddPictures(
    (url) => set((newest) => [...newest, url].slice(0, max)),
    max - pictures.length,
  );
  return (
    <>
      <PictureDrop id={name} label="Choose screenshots" multiple of={adding} />
      <Thumbnails
        items={pictures.map((url) => ({ url }))}
        before={before}
        onMove={(from, to) => set((newest) => moved(newest, from, to))}
        onRemove={(gone) => {
          adding.setError(undefined);
          set((newest) => newest.filter((_, index) => index !== gone));
        }}
      />
      <p className="soft small" role="status">
        {before + pictures.length} of {before + max}
      </p>
    </>
  );
}
