import { useEffect, useRef, useState } from 'react';
import { bulkApi, type BulkInput } from '../../../lib/client/api/desk/bulk-api.ts';
import {
  bulkActions,
  bulkFormSchema,
  undoDays,
  type BulkJson,
  type BulkPreviewJson,
} from '../../../lib/shared/schemas/moderation/decisions.ts';
import { Form } from '../../forms/Form.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { actionWords, counted } from '../cases/words.ts';
import { DecisionFields } from '../decisions/DecisionFields.tsx';
import { MailPreview } from '../decisions/MailPreview.tsx';
import { usePreviewed } from '../decisions/use-previewed.ts';
import { noBulkValues } from './bulk-values.ts';
import { BulkProgress } from './BulkProgress.tsx';

interface Selection {
  kind: 'listings';
  ids: readonly string[];
}

interface WholeAccount {
  kind: 'account';
  id: string;
  name: string;
}

export type BulkTarget = Selection | WholeAccount;

interface Props {
  target: BulkTarget;
  /** Called when the action has come to its end, or was taken back. */
  onDone: () => void;
  onClose: () => void;
}

/** Decides on many listings at once: a selection, or everything of one account. */
export function BulkPanel({ target, onDone, onClose }: Props) {
  const [begun, setBegun] = useState<BulkJson | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasBegun = begun !== null;
  // Also when the form and its button have gone.
  useEffect(() => heading.current?.focus(), [hasBegun]);
  useEffect(
    () => () => {
      // The panel has taken the place of the button that opened it, which is there again now.
      const opener = document.querySelector<HTMLElement>('[data-opens-bulk]');
      (opener ?? document.querySelector('main'))?.focus();
    },
    [],
  );
  const about =
    target.kind === 'account' ? `everything of ${target.name}` : counted(target.ids.length, 'listing');
  return (
    <section className="sheet desk-bulk" aria-labelledby="bulk-title">
      <div className="section-head">
        <h2 id="bulk-title" ref={heading} tabIndex={-1}>
          Decide on {about}
        </h2>
        <button className="text-button" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {begun ? (
        <BulkProgress bulk={begun} onChange={onDone} />
      ) : (
        <BulkForm target={target} onBegin={setBegun} />
      )}
    </section>
  );
}

function BulkForm({ target, onBegin }: { target: BulkTarget; onBegin: (bulk: BulkJson) => void }) {
  const isAccount = target.kind === 'account';
  const name = isAccount ? `desk-bulk:${target.id}` : 'desk-bulk';
  const kept = useDraft(name, noBulkValues);
  const input = () => ({
    ...kept.values,
    ...(isAccount ? { account: target.id } : { listings: target.ids }),
  });
  const { first, second, previewed } = usePreviewed<typeof bulkFormSchema, BulkPreviewJson, BulkJson>({
    schema: bulkFormSchema,
    store: kept,
    input,
    preview: (values: BulkInput) => bulkApi.preview(values),
    send: (values: BulkInput) => bulkApi.begin(values),
    done: (bulk) => {
      onBegin(bulk);
      return 'It has begun.';
    },
  });
  const isSuspension = kept.values.action === 'suspend';
  const actions = bulkActions
    .filter((action) => isAccount || action !== 'suspend')
    .map((action) => [action, actionWords[action]] as const);
  return (
    <>
      <Form form={first} action="Show what will happen" busy="Checking ...">
        <DecisionFields actions={actions} />
      </Form>
      {previewed && (
        <section className="desk-preview" aria-label="What will happen">
          <p>
            {sentenceOf(kept.values.action, previewed)} It can be taken back within {undoDays} days.
          </p>
          <MailPreview mails={previewed.mails} none="Nobody gets a mail." />
          <Form
            form={second}
            action={isSuspension ? 'Suspend the account' : `Do it: ${counted(previewed.listings, 'listing')}`}
            busy="Sending ..."
            danger
          >
            {null}
          </Form>
        </section>
      )}
    </>
  );
}

function sentenceOf(action: string, { listings, owners, skipped }: BulkPreviewJson): string {
  const many = counted(listings, 'listing');
  if (action === 'suspend')
    return `The account will be suspended, and its logins end. Leaving the lists: ${many}.`;
  const left = skipped > 0 ? ` ${counted(skipped, 'listing')} will stay as they are.` : '';
  return `${many} of ${counted(owners, 'account')} will change.${left}`;
}
