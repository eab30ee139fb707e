import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { $session } from '../../lib/client/session/session.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { FieldFrame } from '../forms/Field.tsx';
import { LoginLink } from '../ui/Alert.tsx';
import type { LookState } from './FoundFacts.tsx';

const texts = messages.wizard.paste;

/** Fills in the draft from an address. What it takes is loaded when it is used. */
export function PasteAddress() {
  const [address, setAddress] = useState('');
  const [state, setState] = useState<LookState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const look = async (): Promise<void> => {
    if (state.kind === 'looking' || address.trim() === '') return;
    if (!$session.get()) {
      setState({ kind: 'logged-out' });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onStep = (step: string): void => {
      if (!signal.aborted) setState({ kind: 'looking', step });
    };
    onStep(texts.looking);
    const shown = await import('./FoundFacts.tsx').then(
      ({ findFacts }) => findFacts(address, signal, onStep),
      (): LookState => ({ kind: 'failed', error: messages.errors.network }),
    );
    if (running.current === controller) setState(signal.aborted ? { kind: 'idle' } : shown);
  };
  const cancel = (): void => {
    running.current?.abort();
    setState({ kind: 'idle' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The form around it would go to the next step.
    event.preventDefault();
    void look();
  };
  const isLooking = state.kind === 'looking';

  return (
    <div className="paste">
      <FieldFrame id="paste-address" label={texts.label} note={texts.hint} boxClass="cluster paste-row">
        <div className="field-box">
          <input
            id="paste-address"
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://myapp.ng"
            aria-describedby="paste-address-note"
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <button
          className="button quiet"
          type="button"
          aria-disabled={!isLooking && address.trim() === ''}
          onClick={isLooking ? cancel : () => void look()}
        >
          {isLooking ? texts.cancel : texts.look}
        </button>
      </FieldFrame>
      <div role="status">
        {state.kind === 'found' && <p className="unseen">{texts.found}</p>}
        {isLooking && (
          <p className="cluster">
            <span className="spinner" /> {state.step}...
          </p>
        )}
        {state.kind === 'failed' && (
          <p>
            {state.error} {texts.goOn}
          </p>
        )}
        {state.kind === 'logged-out' && (
          <p>
            {texts.login} <LoginLink from={urls.newApp()} />
          </p>
        )}
      </div>
      {state.kind === 'found' && <state.Found />}
    </div>
  );
}
