import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $draft, changeDraft, stepNames, type StepName } from '../../../lib/client/drafts/draft.ts';
import { $takenName } from '../../../lib/client/forms/taken-name.ts';
import { isOpen } from './steps.ts';

function stepInAddress(): StepName | undefined {
  return stepNames.find((name) => location.hash === `#${name}`);
}

function addressOf(step: StepName): string {
  return step === 'basic' ? location.pathname + location.search : `#${step}`;
}

/** The open step. Each step has an entry in the history, so that a phone's back gesture goes back one step. */
export function useStep(): [step: StepName, go: (step: StepName) => void] {
  const draft = useStore($draft);
  const step = draft?.step ?? 'basic';
  const isLoaded = draft !== null;
  useEffect(() => {
    const loaded = $draft.get();
    if (!isLoaded || !loaded) return;
    const first = stepInAddress() ?? loaded.step;
    open(first);
    history.replaceState(history.state, '', addressOf($draft.get()?.step ?? 'basic'));
    const follow = (): void => open(stepInAddress() ?? 'basic');
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [isLoaded]);

  const go = (next: StepName): void => {
    const draft = $draft.get();
    if (!draft || next === draft.step) return;
    open(next);
    history.pushState(null, '', addressOf($draft.get()?.step ?? 'basic'));
  };
  return [step, go];
}

function open(step: StepName): void {
  const draft = $draft.get();
  if (draft && draft.step !== step)
    changeDraft({ step: isOpen(step, draft, $takenName.get()) ? step : 'basic' });
}
