// The wizard that lists a new app. Its values are in the draft (lib/client/drafts/app-draft.ts).
import { linkNames } from '../../lib/shared/addresses/links.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type ApiResult, callApi } from '../../lib/client/api/api.ts';
import { settles } from '../../lib/client/api/request-keys.ts';
import {
  $draft,
  $draftHold,
  $draftState,
  changeDraft,
  clearDraft,
  discardDraft,
  draftFields,
  loadDraft,
  showDraft,
  stepNames,
  type AppDraft,
  type DraftField,
  type StepName,
} from '../../lib/client/drafts/app-draft.ts';
import { fileOf } from '../../lib/client/drafts/pictures.ts';
import { onRestored } from '../../lib/client/page/page.ts';
import { $session } from '../../lib/client/session/session.ts';
import { setFlow } from '../../lib/client/storage.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { firstVersion, typedFields, wizardFields } from '../../lib/shared/schemas/app-fields.ts';
import type { AppJson } from '../../lib/shared/schemas/apps.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { nameKey } from '../../lib/shared/text/text.ts';
import { type FieldErrors, Form, useForm, type Values, type ValueStore } from '../forms/Form.tsx';
import { PictureList, SquarePicture, usePictures } from '../pictures/PictureFields.tsx';
import { Button, TextButton } from '../ui/Button.tsx';
import { LoginLink, Notice, VerifyNotice } from '../ui/Alert.tsx';
import { Icon } from '../ui/Icon.tsx';
import {
  $takenName,
  AppField,
  CategoryChoice,
  isTakenInTime,
  mistakesIn,
  useNameCheck,
} from './AppForms.tsx';
import { CardPreview } from './CardPreview.tsx';
import { PasteAddress } from './PasteAddress.tsx';

const isValid = (name: Exclude<DraftField, 'category'>, draft: AppDraft): boolean =>
  typedFields[name].schema.safeParse(draft[name]).success;

/** If the answer to Create was lost, this app itself may have the name. Another Create finds out. */
const isNameTaken = (draft: AppDraft, takenName: string): boolean =>
  takenName !== '' && nameKey(String(draft.name)) === takenName && !draft.unanswered;

const steps: Record<StepName, { name: string; title: string }> = {
  basic: { name: 'Basic', title: 'Tell us about your App' },
  logo: { name: 'Logo', title: 'Upload your App logo' },
  screenshots: { name: 'Screenshots', title: 'Upload Screenshots of your app' },
  category: { name: 'Category', title: 'Select a category for your App' },
  links: { name: 'Links', title: 'Add Links to download your app' },
};

const completeness: Record<StepName, (draft: AppDraft, takenName: string) => boolean> = {
  basic: (draft, takenName) =>
    isValid('name', draft) && isValid('description', draft) && !isNameTaken(draft, takenName),
  logo: ({ logo }) => logo.length > 0,
  screenshots: ({ screenshots }) => screenshots.length > 0,
  category: ({ category }) => category.length > 0,
  links: (draft) => linkNames.some((name) => String(draft[name]).trim() !== '' && isValid(name, draft)),
};

/** The other steps open once the name and the description are valid. */
const isOpen = (step: StepName, draft: AppDraft, takenName: string): boolean =>
  step === 'basic' || completeness.basic(draft, takenName);

/** @returns the step `by` places after this one; undefined beyond the ends */
const stepFrom = (step: StepName, by: number): StepName | undefined =>
  stepNames[stepNames.indexOf(step) + by];

export default function NewAppWizard() {
  const draft = useStore($draft);
  const draftState = useStore($draftState);
  const hold = useStore($draftHold);
  const takenName = useStore($takenName);
  const visitor = useStore($session, { ssr: 'initial' });
  const [step, go] = useStep();
  const isLast = step === 'links';
  const isFilledIn = draft !== null && completeness[step](draft, takenName);
  const isReady = isLast ? isFilledIn && visitor?.is_verified === true : step !== 'basic' || isFilledIn;
  const wanted = useRef<StepName | undefined>(undefined);
  const form = useCreateApp(draft, isReady, go, () => wanted.current ?? stepFrom(step, 1));
  const leaving = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = draft !== null;
  const visitorId = visitor?.user_id;
  useEffect(() => void loadDraft(), [visitorId]);
  // After Create the app is no draft any more.
  useEffect(() => onRestored(() => location.reload()), []);

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

  const isIdle = form.status === 'idle';
  const back = (): void => {
    if (!isIdle) return;
    const previous = stepFrom(step, -1);
    if (previous) go(previous);
    else leaving.current?.showModal();
  };
  const open = (name: StepName): void => {
    if (!isIdle) return;
    // The first step is left once its name was checked.
    if (step !== 'basic') go(name);
    else {
      wanted.current = name;
      void form.submit().finally(() => (wanted.current = undefined));
    }
  };

  if (hold) return <HeldDraft hold={hold} />;
  return (
    <div className="wizard" inert={!isLoaded}>
      <div className="back-header">
        <Button className="icon-button" onClick={back}>
          <Icon name="back" size={24} />
          <span className="unseen">{step === 'basic' ? 'Leave the form' : 'Previous step'}</span>
        </Button>
        <p className="soft">
          Step {stepNames.indexOf(step) + 1} of {stepNames.length}
        </p>
        <p className="draft-note" role="status">
          {draftState === 'saved' && (
            <>
              <Icon name="check" size={16} /> Draft saved
            </>
          )}
          {draftState === 'failed' && 'Your browser cannot save the draft. Finish without closing this page.'}
        </p>
      </div>
      <nav aria-label="Steps">
        <ol className="steps">
          {stepNames.map((name, index) => {
            const isDone = draft !== null && completeness[name](draft, takenName);
            return (
              <li key={name} className={isDone ? 'complete' : undefined}>
                <button
                  type="button"
                  disabled={draft !== null && !isOpen(name, draft, takenName)}
                  aria-current={name === step ? 'step' : undefined}
                  onClick={() => open(name)}
                >
                  <span className="step-mark">{isDone ? <Icon name="check" size={18} /> : index + 1}</span>
                  <span className="step-name">
                    {steps[name].name}
                    {isDone && <span className="unseen"> (complete)</span>}
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
      <Form
        form={form}
        className="form wizard-step"
        action={isLast ? 'Create' : 'Next'}
        busy={isLast ? 'Listing...' : 'Next'}
        back={
          <Button aria-disabled={!isIdle} onClick={back}>
            Back
          </Button>
        }
      >
        <h1 ref={heading} tabIndex={-1}>
          {steps[step].title}
        </h1>
        <div className="form" inert={!isIdle}>
          {step === 'basic' && <BasicStep />}
          {step === 'logo' && <LogoStep />}
          {step === 'screenshots' && <ScreenshotsStep />}
          {step === 'category' && <CategoryChoice />}
          {isLast && <LinksStep />}
        </div>
      </Form>
      <dialog ref={leaving} className="leave" aria-labelledby="leave-title" aria-describedby="leave-text">
        <h2 id="leave-title">Form not submitted</h2>
        <p id="leave-text">You will be redirected to the home page. Do you want to Proceed?</p>
        <form method="dialog">
          <a className="button quiet" href={urls.home()}>
            Yes, go to home page
          </a>
          <button className="button" autoFocus>
            No, Stay on Page
          </button>
        </form>
      </dialog>
      <CardPreview draft={draft} visitorId={visitorId} />
    </div>
  );
}

/** Replaces the wizard while the draft of this browser belongs to another account. Shows nothing of the draft. */
function HeldDraft({ hold }: { hold: 'others' | 'nobody' }) {
  const isOthers = hold === 'others';
  return (
    <section className="gate" aria-labelledby="held-title">
      <h1 id="held-title">{isOthers ? "Somebody else's draft" : 'A draft'} is on this phone</h1>
      <p>
        {isOthers
          ? 'Continue it, or discard it and begin your own.'
          : 'It belongs to the account that began it. Log in to continue it, or discard it.'}
      </p>
      {isOthers ? (
        <Button className="button" onClick={() => void showDraft()}>
          Continue
        </Button>
      ) : (
        <LoginLink from={urls.newApp()} className="button" />
      )}
      <Button onClick={() => void discardDraft()}>Discard</Button>
    </section>
  );
}

function AccountNotice() {
  const visitor = useStore($session, { ssr: 'initial' });
  if (visitor === null)
    return (
      // Until the script runs, CSS hides it from people who are logged in.
      <div data-session="out">
        <Notice kind="warning" role="status" title={messages.loggedOut}>
          <p>Your draft will be saved. Log in, then come back to finish.</p>
          <LoginLink from={urls.newApp()} />
        </Notice>
      </div>
    );
  const note = 'Verify your account to list this app. Your draft stays as it is.';
  return visitor.is_verified ? null : <VerifyNotice note={note} />;
}

function BasicStep() {
  const draft = useStore($draft);
  // If an answer was lost, this very app may have the name.
  const isTaken = useNameCheck(String(draft?.name ?? '')) && draft?.unanswered !== true;
  return (
    <>
      <PasteAddress />
      <AppField name="name" error={isTaken ? messages.app.nameTaken : undefined} />
      <AppField
        name="description"
        hint="One or two sentences, shown on the card. You can add a long description once the app is listed."
      />
      <AccountNotice />
    </>
  );
}

function LogoStep() {
  const hasLogo = usePictures('logo').pictures.length > 0;
  return (
    <>
      <p className="soft">A square picture looks best. Without one, the first letter of the name is shown.</p>
      <SquarePicture
        name="logo"
        label={hasLogo ? 'Choose another logo' : 'Choose a logo'}
        hint={messages.pictures.cropLogo}
      />
    </>
  );
}

function ScreenshotsStep() {
  return (
    <>
      <p className="soft">
        Up to {limits.screenshotsPerApp}. The first one stands in front; the arrows and dragging change the
        order.
      </p>
      <PictureList name="screenshots" max={limits.screenshotsPerApp} />
    </>
  );
}

function LinksStep() {
  return (
    <>
      <p className="soft">At least one, so that people can get your app.</p>
      {wizardFields.links.map((name) => (
        <AppField key={name} name={name} />
      ))}
      <details>
        <summary>More facts (optional)</summary>
        <div className="form">
          {wizardFields.facts.map((name) => (
            <AppField
              key={name}
              name={name}
              {...(name === 'version' && { hint: `Without a number it is ${firstVersion}.` })}
            />
          ))}
        </div>
      </details>
      <AccountNotice />
    </>
  );
}

const stepInAddress = (): StepName | undefined => stepNames.find((name) => location.hash === `#${name}`);

const addressOf = (step: StepName): string =>
  step === 'basic' ? location.pathname + location.search : `#${step}`;

/** @returns the step that is open now: the first one while it is not filled in */
function openStep(wanted: StepName): StepName {
  const draft = $draft.get();
  const step = draft && isOpen(wanted, draft, $takenName.get()) ? wanted : 'basic';
  if (draft?.step !== step) changeDraft({ step });
  return step;
}

/** The open step. Each step has an entry in the history, so that a phone's back gesture goes back one step. */
function useStep(): [step: StepName, go: (step: StepName) => void] {
  const draft = useStore($draft);
  const isLoaded = draft !== null;
  const step = draft?.step ?? 'basic';
  const begin = useEffectEvent(() => {
    history.replaceState(history.state, '', addressOf(openStep(stepInAddress() ?? step)));
  });
  useEffect(() => {
    if (!isLoaded) return;
    begin();
    const follow = (): void => void openStep(stepInAddress() ?? 'basic');
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [isLoaded]);
  return [step, (next) => next !== step && history.pushState(null, '', addressOf(openStep(next)))];
}

/** The most bytes of all pictures together. The rest of a request is for its texts. */
const pictureBytes = limits.requestBytes - 64 * 1024;

/** The texts of the draft as the API takes them, without empty fields. */
function inputOf(draft: AppDraft | null): Record<string, string> {
  const filled = draftFields.map((name) => [name, String(draft?.[name] ?? '')] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

/**
 * The wizard's form. At the end it checks everything again, sends it, and clears the draft after a success; before, it
 * goes on to the next step. Leaving the first one needs the server's answer that the name is free, or none in time.
 */
function useCreateApp(
  draft: AppDraft | null,
  isReady: boolean,
  go: (step: StepName) => void,
  nextStep: () => StepName | undefined,
) {
  const values: Values = { ...draft };
  // Nothing settles: the whole draft is cleared once the app is listed.
  const store: ValueStore = { values, changed: values, change: changeDraft, settle: () => undefined };
  return useForm({
    store,
    check(): FieldErrors {
      if (nextStep()) return draft ? mistakesIn({ name: draft.name, description: draft.description }) : {};
      const pictures = draft ? [...draft.logo, ...draft.screenshots] : [];
      const bytes = pictures.reduce((sum, url) => sum + fileOf(url).size, 0);
      return bytes > pictureBytes
        ? { screenshot: 'Together, these images are larger than 25 MB. Use smaller images.' }
        : mistakesIn(inputOf(draft));
    },
    ready: () => isReady,
    async send(_, { onProgress }): Promise<ApiResult<AppJson | StepName>> {
      const step = nextStep();
      const name = String(draft?.name);
      if (step) {
        const isFree = draft?.step !== 'basic' || draft.unanswered || !(await isTakenInTime(name));
        return isFree ? { kind: 'ok', data: step } : nameTaken;
      }
      return await sendDraft(draft, name, onProgress);
    },
    done(listed) {
      if (typeof listed === 'string') {
        go(listed);
        return undefined;
      }
      void clearDraft();
      const { name, name_id: nameId, state } = listed;
      if (state === 'held')
        return {
          message: 'Your app is saved. We will review it before it goes public. Here is why.',
          to: urls.updateProfilePart('listings'),
        };
      setFlow('created-app', JSON.stringify({ name, nameId }));
      return { message: messages.appForms.created, to: urls.home() };
    },
    explain(fields, failure) {
      if (failure?.kind === 'network' || failure?.status === 429 || failure?.status === 503)
        return 'Nothing is lost: your draft is saved.';
      if (!wizardFields.basic.some((name) => name in fields)) return undefined;
      return <TextButton onClick={() => go('basic')}>Change the name or the description</TextButton>;
    },
  });
}

async function sendDraft(draft: AppDraft | null, name: string, onProgress: (part: number) => void) {
  // A draft may be days old, so the name is checked again before the pictures are sent. If an answer was lost, this app
  // may have the name; the server then repeats its answer, because the request has the same key.
  if (draft?.unanswered !== true && (await isTakenInTime(name, true))) return nameTaken;
  const body = new FormData();
  for (const [field, value] of Object.entries(inputOf(draft))) body.set(field, value);
  for (const url of draft?.logo ?? []) body.set('logo', fileOf(url));
  for (const url of draft?.screenshots ?? []) body.append('screenshot', fileOf(url));
  // Stored before the request, because the page may be closed before the answer.
  changeDraft({ unanswered: true });
  const result = await callApi<AppJson>('POST', '/app/', { body, onProgress });
  if (result.kind !== 'error') return result;
  if (result.fields['name'] === messages.app.nameTaken) $takenName.set(nameKey(name));
  if (settles(result.status)) changeDraft({ unanswered: false });
  return result;
}

/** Equals the server's answer. */
const nameTaken = {
  kind: 'error' as const,
  status: 400,
  error: messages.app.nameTaken,
  fields: { name: messages.app.nameTaken },
};
