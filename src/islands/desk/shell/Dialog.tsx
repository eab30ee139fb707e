import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { $askedFactor, settleFactor } from '../../../lib/client/api/desk-api.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { FactorsJson } from '../../../lib/shared/schemas/factors.ts';
import { Switch } from '../../forms/Field.tsx';
import { hasFactor, ProveFactor } from '../../security/ProveFactor.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Facts, WithFetched } from '../../ui/fetched.tsx';
import { $shortcutsOn, shortcutsOfPage, turnShortcuts } from './keys.ts';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. Escape and the cross close it, and the focus returns to where it was. */
function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it leaves the page: only then closing it returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby="desk-dialog-title" onClose={onClose}>
      <form method="dialog" className="section-head">
        <h2 id="desk-dialog-title">{title}</h2>
        <button className="icon-button" type="submit">
          <Icon name="close" />
          <span className="unseen">Close</span>
        </button>
      </form>
      {children}
    </dialog>
  );
}

/** Asks for a second factor while a request waits for one. What was typed in the page below stays. */
export function FactorDialog() {
  const asked = useStore($askedFactor);
  // Whoever leaves the page proves nothing.
  useEffect(() => () => settleFactor(false), []);
  if (!asked) return null;
  const { wanted, reason } = asked;
  return (
    <Dialog
      title={wanted === 'second_factor' ? 'Confirm that it is you' : 'Confirm again that it is you'}
      onClose={() => settleFactor(false)}
    >
      <WithFetched<FactorsJson> path="/user/factors/" waiting="Loading...">
        {(factors) =>
          hasFactor(factors) ? (
            <ProveFactor factors={factors} says={reason} autoFocus onProved={() => settleFactor(true)} />
          ) : (
            <p>
              {reason} <a href={urls.updateProfilePart('security')}>Add a second factor to your account</a>,
              then come back.
            </p>
          )
        }
      </WithFetched>
    </Dialog>
  );
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOn = useStore($shortcutsOn);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Facts
        className="desk-keys"
        of={[...shortcutsOfPage(), { key: 'Enter', label: 'Open the focused item' }].map(({ key, label }) => [
          <kbd key={key}>{key}</kbd>,
          label,
        ])}
      />
      <Switch isOn={isOn} onChange={turnShortcuts}>
        Use single-letter shortcuts
        <small>They do nothing while you type. Turn them off if you use speech input.</small>
      </Switch>
    </Dialog>
  );
}
