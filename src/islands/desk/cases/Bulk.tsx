import { useEffect, useRef, useState } from 'react';
import type { Paged } from '../../../lib/client/api/api.ts';
import { getDesk, noteChange, postDesk } from '../../../lib/client/api/desk-api.ts';
import {
  bulkActions,
  bulkStates,
  deskActions,
  undoDays,
  type BulkJson,
  type BulkPreviewJson,
} from '../../../lib/shared/schemas/cases.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { TextButton } from '../../ui/Button.tsx';
import { focusAtOnce } from '../../ui/use-hydrated.ts';
import { ActionButton } from '../shell/actions.tsx';
import { DeskForm } from '../shell/DeskForm.tsx';
import { Note, Section, useLoaded, WithLoaded } from '../shell/parts.tsx';
import { counted } from '../shell/words.ts';
import { decisionFields, MailPreview } from './decisions.tsx';

interface PanelProps {
  /** A selection of listings, or everything of an account. */
  target: readonly string[] | { account: string; name: string };
  onClose: () => void;
}

export function BulkPanel({ target, onClose }: PanelProps) {
  const [begun, setBegun] = useState<BulkJson | null>(null);
  useEffect(
    () => () => {
      // The panel has taken the place of the button that opened it, which is there again now.
      const opener = document.querySelector<HTMLElement>('[data-opens-bulk]');
      (opener ?? document.querySelector('main'))?.focus();
    },
    [],
  );
  const account = 'account' in target ? target.account : undefined;
  const about =
    'account' in target ? `the whole account of ${target.name}` : counted(target.length, 'listing');
  const title = `Decide on ${about}`;
  return (
    <section className="sheet desk-bulk" aria-label={title}>
      <div className="section-head">
        {/* Anew when the form and its button have gone. */}
        <h2 key={String(begun === null)} ref={focusAtOnce} tabIndex={-1}>
          {title}
        </h2>
        <TextButton onClick={onClose}>Close</TextButton>
      </div>
      {begun ? (
        <BulkProgress bulk={begun} />
      ) : (
        <DeskForm
          path="bulk/"
          name={account === undefined ? 'bulk' : `bulk:${account}`}
          fields={decisionFields(bulkActions.filter((one) => account !== undefined || one !== 'suspend'))}
          input={(values) => ({ ...values, ...(account === undefined ? { listings: target } : { account }) })}
          action="Preview"
          preview={{
            ask: (input) => postDesk<BulkPreviewJson>('bulk/preview/', input),
            show: (preview, { action }) => (
              <>
                <p>
                  {sentenceOf(action, preview)} It can be undone for {undoDays} days.
                </p>
                <MailPreview mails={preview.mails} />
              </>
            ),
            confirm: ({ listings }, { action }) =>
              action === 'suspend' ? 'Suspend the account' : `Apply to ${counted(listings, 'listing')}`,
            done: setBegun,
          }}
        />
      )}
    </section>
  );
}

function sentenceOf(action: unknown, { listings, owners, skipped }: BulkPreviewJson): string {
  const many = counted(listings, 'listing');
  if (action === 'suspend')
    return `The account will be suspended and its sessions ended. ${many} will be hidden from lists.`;
  const left = skipped > 0 ? ` ${counted(skipped, 'listing')} will stay as they are.` : '';
  return `${many} of ${counted(owners, 'account')} will change.${left}`;
}

/** The server works in steps of a few dozen listings. */
const pollMs = 1_000;

/** One action on many listings: how far it is, and how to undo it. @param given as the page knows it */
function BulkProgress({ bulk: given }: { bulk: BulkJson }) {
  const [bulk, setBulk] = useState(given);
  useEffect(() => setBulk(given), [given]);
  const status = useRef<HTMLParagraphElement>(null);
  const { number, state, total, done, skipped, undo_until: undoUntil } = bulk;
  const isWorking = state === 'running' || state === 'undoing';
  useEffect(() => {
    if (!isWorking) return;
    // A request that failed is sent again.
    const ask = () => getDesk<BulkJson>(`bulk/${number}/`).then((of) => of.kind === 'ok' && setBulk(of.data));
    const timer = setInterval(() => void ask(), pollMs);
    return () => {
      clearInterval(timer);
      noteChange();
    };
  }, [number, isWorking]);
  const left =
    bulk.action === 'suspend' ? ' It was reopened already.' : ` ${counted(skipped, 'listing')} unchanged.`;
  return (
    <div className="desk-progress">
      <p>
        <b>{deskActions[bulk.action]}</b>
        {bulk.account && `, all of ${bulk.account.name}`}
        {bulk.action !== 'suspend' && `: ${counted(total, 'listing')}`}
      </p>
      <Note>
        {number}, {formatDateTime(bulk.created_at)}
        {bulk.by && `, by ${bulk.by.name}`}
      </Note>
      {isWorking && <progress max={Math.max(1, total)} value={done} aria-label={bulkStates[state]} />}
      <p role="status" tabIndex={-1} ref={status}>
        {bulkStates[state]}
        {isWorking && `: ${String(done)} of ${String(total)}`}.{skipped > 0 && left}
      </p>
      {state === 'done' && undoUntil !== null && Date.parse(undoUntil) > Date.now() && (
        <ActionButton
          send={() => postDesk<BulkJson>(`bulk/${number}/undo/`)}
          done={(undoing) => {
            // The state above says how far it is, and the button goes.
            status.current?.focus();
            setBulk(undoing);
          }}
        >
          Undo
        </ActionButton>
      )}
    </div>
  );
}

export function RecentBulk() {
  const list = useLoaded<Paged<BulkJson>>('bulk/');
  if (list.data?.results.length === 0) return null;
  return (
    <Section title="Bulk actions" className="section">
      <WithLoaded of={list}>
        {({ results }) => (
          <ul className="desk-list">
            {results.map((bulk) => (
              <li key={bulk.number} className="desk-block">
                <BulkProgress bulk={bulk} />
              </li>
            ))}
          </ul>
        )}
      </WithLoaded>
    </Section>
  );
}
