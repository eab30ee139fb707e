import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import {
  $draft,
  $draftHold,
  $draftState,
  changeDraft,
  loadDraft,
  stepNames,
} from '../../lib/client/drafts/draft.ts';
import { $takenName } from '../../lib/client/forms/taken-name.ts';
import { $session } from '../../lib/client/session/session.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Alert } from '../ui/Alert.tsx';
import { FormFrame } from '../forms/Form.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SubmitButton } from '../forms/SubmitButton.tsx';
import { UploadProgress } from '../forms/UploadProgress.tsx';
import { CategoryChoice } from './CategoryChoice.tsx';
import { BasicStep } from './wizard/BasicStep.tsx';
import { DraftNote } from './wizard/DraftNote.tsx';
import { HeldDraft } from './wizard/HeldDraft.tsx';
import { LeaveDialog } from './wizard/LeaveDialog.tsx';
import { LinksStep } from './wizard/LinksStep.tsx';
import { LogoStep, ScreenshotsStep } from './wizard/PictureSteps.tsx';
import { ProgressStrip } from './wizard/ProgressStrip.tsx';
import { hasValidLink, isComplete, stepFrom } from './wizard/steps.ts';
import { useCardPreview } from './wizard/use-card-preview.ts';
import { useCreateApp } from './wizard/use-create-app.tsx';
import { useGoOn } from './wizard/use-go-on.ts';
import { useStep } from './wizard/use-step.ts';

export default function NewAppWizard() {
  const draft = useStore($draft);
  const draftState = useStore($draftState);
  const hold = useStore($draftHold);
  const takenName = useStore($takenName);
  const visitor = useStore($session, { ssr: 'initial' });
  const [step, go] = useStep();
  const form = useCreateApp(draft, visitor, go);
  const { goOn, isAsking } = useGoOn(form, go);
  const [isLeaving, setLeaving] = useState(false);
  useCardPreview(draft, visitor);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = draft !== null;
  const visitorId = visitor?.user_id;
  useEffect(() => void loadDraft(), [visitorId]);
  useEffect(() => {
    // After Create, going back can restore the page with an app that is no draft any more.
    const renew = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) location.reload();
    };
    addEventListener('pageshow', renew);
    return () => removeEventListener('pageshow', renew);
  }, []);

  // A new step scrolls to its heading and focuses it, so that screen readers announce it.
  const shown = useRef<string | null>(null);
  const { setAlert } = form;
  useEffect(() => {
    if (shown.current !== null && shown.current !== step) {
      setAlert(null);
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    if (isLoaded) shown.current = step;
  }, [isLoaded, step, setAlert]);

  const isIdle = form.status === 'idle' && !isAsking;
  const isLast = step === 'links';
  const isReady = !isLast
    ? step !== 'basic' || (draft !== null && isComplete('basic', draft, takenName))
    : draft !== null && hasValidLink(draft) && visitor?.is_verified === true;
  const back = (): void => {
    if (!isIdle) return;
    const previous = stepFrom(step, -1);
    if (previous) go(previous);
    else setLeaving(true);
  };
  const submit = (): void => {
    if (!isIdle || !isReady) return;
    const next = stepFrom(step, 1);
    if (next) void goOn(next);
    else form.submit();
  };

  if (hold) return <HeldDraft hold={hold} />;
  return (
    <div className="wizard" inert={!isLoaded}>
      <div className="wizard-head">
        <button className="icon-button" type="button" onClick={back}>
          <Icon name="back" size={24} />
          <span className="unseen">{step === 'basic' ? 'Leave the form' : 'Previous step'}</span>
        </button>
        <p className="soft">
          Step {stepNames.indexOf(step) + 1} of {stepNames.length}
        </p>
        <DraftNote state={draftState} />
      </div>
      <ProgressStrip
        draft={draft}
        takenName={takenName}
        current={step}
        onGo={(next) => {
          if (isIdle) void goOn(next);
        }}
      />
      <FormFrame form={form} className="form wizard-step" onSubmit={submit}>
        <h1 ref={heading} tabIndex={-1}>
          {messages.wizard.steps[step].title}
        </h1>
        <div className="form" inert={!isIdle}>
          {step === 'basic' && <BasicStep draft={draft} visitor={visitor} />}
          {step === 'logo' && <LogoStep draft={draft} />}
          {step === 'screenshots' && <ScreenshotsStep draft={draft} />}
          {step === 'category' && (
            <CategoryChoice
              chosen={draft?.categories ?? []}
              onChange={(categories) => changeDraft({ categories })}
            />
          )}
          {isLast && <LinksStep visitor={visitor} />}
        </div>
        <Alert content={form.alert} />
        {form.progress !== null && <UploadProgress part={form.progress} />}
        <div className="wizard-keys">
          <button className="button quiet" type="button" aria-disabled={!isIdle} onClick={back}>
            Back
          </button>
          <SubmitButton
            disabled={isIdle && !isReady}
            busy={form.status === 'sending' || isAsking}
            done={form.status === 'done'}
          >
            {!isLast ? 'Next' : form.status === 'sending' ? 'Listing...' : 'Create'}
          </SubmitButton>
        </div>
      </FormFrame>
      <LeaveDialog isOpen={isLeaving} onClose={() => setLeaving(false)} />
    </div>
  );
}
