import { useRef, useState, type ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import type { useAction } from '../loading/use-action.ts';

interface Props {
  /** How the row is called in sentences. */
  label: string;
  action: ReturnType<typeof useAction>;
  remove: () => Promise<ApiResult<unknown>>;
  /** Fetches the list again. */
  reload: () => void;
  /** The form that changes the row; null for one that cannot change. @param done closes it */
  children: ((done: () => void) => ReactNode) | null;
}

const words = { change: 'Change', remove: 'Remove' } as const;

/** Changes or removes one row of a list. A removal is asked about once more. */
export function RowActions({ label, action, remove, reload, children }: Props) {
  const [open, setOpen] = useState<keyof typeof words | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className="cluster" ref={buttons}>
        {(children ? (['change', 'remove'] as const) : (['remove'] as const)).map((what) => (
          <button
            key={what}
            className="text-button"
            type="button"
            aria-expanded={open === what}
            aria-label={`${words[what]} ${label}`}
            onClick={() => setOpen(open === what ? null : what)}
          >
            {words[what]}
          </button>
        ))}
      </div>
      {open === 'change' &&
        children?.(() => {
          // The form goes, and the focus with it.
          buttons.current?.querySelector('button')?.focus();
          setOpen(null);
          reload();
        })}
      {open === 'remove' && (
        <button
          className="button quiet danger-button"
          type="button"
          aria-disabled={action.isRunning}
          onClick={() =>
            void action.run(remove, {
              says: `${label} was removed.`,
              done: () => {
                setOpen(null);
                reload();
              },
            })
          }
        >
          Yes, remove {label}
        </button>
      )}
    </>
  );
}
