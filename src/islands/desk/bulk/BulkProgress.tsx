import { useEffect, useRef, useState } from 'react';
import { bulkApi } from '../../../lib/client/api/desk/bulk-api.ts';
import type { BulkJson, BulkState } from '../../../lib/shared/schemas/cases.ts';
import { actionWords, counted, momentOf } from '../cases/words.ts';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';

/** The server works in steps of a few dozen listings. */
const pollMs = 1_000;

const stateWords: Record<BulkState, string> = {
  running: 'Under way',
  done: 'Done',
  undoing: 'Being taken back',
  undone: 'Taken back',
};

const isUnderWay = ({ state }: BulkJson): boolean => state === 'running' || state === 'undoing';

interface Props {
  bulk: BulkJson;
  /** Called when it has come to its end, or was taken back. */
  onChange: () => void;
}

/** One action on many listings: how far it is, and how to take it back. */
export function BulkProgress({ bulk: first, onChange }: Props) {
  const [bulk, setBulk] = useState(first);
  const action = useAction();
  const state = useRef<HTMLParagraphElement>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const { number } = bulk;
  const isWorking = isUnderWay(bulk);
  useEffect(() => {
    if (!isWorking) return;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const result = await bulkApi.find(number);
      // A request that failed is sent again.
      if (isOver || result.kind !== 'ok') return;
      setBulk(result.data);
      if (!isUnderWay(result.data)) changed.current();
    };
    const timer = setInterval(() => void ask(), pollMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [number, isWorking]);

  const mayUndo =
    bulk.state === 'done' && bulk.undo_until !== null && Date.parse(bulk.undo_until) > Date.now();
  return (
    <div className="desk-progress">
      <p>
        <b>{actionWords[bulk.action]}</b>
        {bulk.account && `, everything of ${bulk.account.name}`}
        {bulk.action !== 'suspend' && `: ${counted(bulk.total, 'listing')}`}
      </p>
      <p className="soft small">
        {bulk.number}, {momentOf(bulk.created_at)}
        {bulk.by && `, by ${bulk.by.name}`}
      </p>
      {isWorking && (
        <progress max={Math.max(1, bulk.total)} value={bulk.done} aria-label={stateWords[bulk.state]} />
      )}
      <p role="status" tabIndex={-1} ref={state}>
        {stateWords[bulk.state]}
        {isWorking && `: ${String(bulk.done)} of ${String(bulk.total)}`}.
        {bulk.skipped > 0 &&
          (bulk.action === 'suspend'
            ? ' It was open again already.'
            : ` ${counted(bulk.skipped, 'listing')} stayed as they were.`)}
      </p>
      {mayUndo && (
        <button
          className="button quiet"
          type="button"
          aria-disabled={action.isRunning}
          aria-busy={action.isRunning}
          onClick={() =>
            void action.run(() => bulkApi.undo(number), {
              says: '',
              done: (undoing) => {
                // The state above says how far it is, and the button goes.
                state.current?.focus();
                setBulk(undoing);
              },
            })
          }
        >
          Take all of it back
        </button>
      )}
      <Said action={action} />
    </div>
  );
}
