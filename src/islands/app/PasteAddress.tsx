// 'Paste an address': looks at one, fills in the draft with what is found, and shows it with its sources.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  $draft,
  changeDraft,
  draftFields,
  isListField,
  type DraftField,
} from '../../lib/client/drafts/app-draft.ts';
import { urlOf } from '../../lib/client/drafts/pictures.ts';
import { apiBase, fetchWithLogin } from '../../lib/client/session/keep-session.ts';
import { $session } from '../../lib/client/session/session.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { fieldOf, type AppField } from '../../lib/shared/schemas/app-fields.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import {
  previewLinesType,
  previewSourceLabels,
  type AppPreview,
  type PreviewPicture,
} from '../../lib/shared/schemas/previews.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { FieldFrame } from '../forms/Field.tsx';
import { Button, TextButton } from '../ui/Button.tsx';
import { LoginLink } from '../ui/Alert.tsx';

type Look =
  | { kind: 'idle' | 'logged-out' }
  | { kind: 'looking'; step: string }
  | { kind: 'failed'; error: string }
  | { kind: 'found'; preview: AppPreview };

export function PasteAddress() {
  const [address, setAddress] = useState('');
  const [state, setState] = useState<Look>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const isLooking = state.kind === 'looking';
  const look = async (): Promise<void> => {
    if (isLooking || address.trim() === '') return;
    if (!$session.get()) {
      setState({ kind: 'logged-out' });
      return;
    }
    const controller = (running.current = new AbortController());
    const show = (next: Look): void => {
      if (!controller.signal.aborted) setState(next);
    };
    show({ kind: 'looking', step: 'Looking at the address' });
    show(await findFacts(address, controller.signal, (step) => show({ kind: 'looking', step })));
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

  return (
    <div className="paste">
      <FieldFrame
        id="paste-address"
        label="Paste an address (optional)"
        note="A website, an App Store or Google Play page, or a GitHub repository. It fills in this form."
        boxClass="cluster paste-row"
      >
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
        <Button
          aria-disabled={!isLooking && address.trim() === ''}
          onClick={isLooking ? cancel : () => void look()}
        >
          {isLooking ? 'Cancel' : 'Fill in'}
        </Button>
      </FieldFrame>
      <div role="status">
        {state.kind === 'found' && <p className="unseen">Found. The form is filled in.</p>}
        {isLooking && (
          <p className="cluster">
            <span className="spinner" /> {state.step}...
          </p>
        )}
        {state.kind === 'failed' && <p>{state.error} Fill in the form by hand.</p>}
        {state.kind === 'logged-out' && (
          <p>
            Looking at an address needs a login. Your draft is saved. <LoginLink from={urls.newApp()} />
          </p>
        )}
      </div>
      {state.kind === 'found' && <FoundFacts preview={state.preview} />}
    </div>
  );
}

type FoundField = AppPreview['fields'][number] & { name: DraftField };

const fieldsOfDraft = ({ fields }: AppPreview): FoundField[] =>
  fields.filter((field): field is FoundField => draftFields.some((name) => name === field.name));

const partsOf = ({ name, value }: FoundField): string[] => (isListField(name) ? value.split(',') : [value]);

const valueInDraft = (name: DraftField): string => String($draft.get()?.[name] ?? '');

const putInDraft = (field: FoundField): void =>
  changeDraft({ [field.name]: isListField(field.name) ? partsOf(field) : field.value });

/** A line of the answer, or its whole body where it is an API error. */
interface Line {
  step?: string;
  preview?: AppPreview;
  error?: string;
}

/** The answer has a line for each step, so that a person sees what is done. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Line> {
  let rest = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let isOver = false; !isOver;) {
    const { done, value = '' } = await reader.read();
    isOver = done;
    const lines = (rest + value).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as Line;
  }
}

/**
 * Looks at an address and fills in the empty fields of the draft: what a person has typed or picked stays.
 * @param signal aborts when the person cancels. The server stops then as well
 * @returns what to show
 */
async function findFacts(
  address: string,
  signal: AbortSignal,
  onStep: (sentence: string) => void,
): Promise<Look> {
  try {
    const response = await fetchWithLogin(`${apiBase}/app/import/`, {
      method: 'POST',
      signal,
      headers: { accept: `${previewLinesType}, application/json`, 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    });
    if (response.body)
      for await (const { step, preview, error } of linesOf(response.body)) {
        if (step !== undefined) onStep(step);
        else if (!preview) return { kind: 'failed', error: error || siteMessages.errors.server };
        else {
          for (const field of fieldsOfDraft(preview))
            if (valueInDraft(field.name).trim() === '') putInDraft(field);
          return { kind: 'found', preview };
        }
      }
  } catch {
    // Without an answer, as below.
  }
  return { kind: 'failed', error: siteMessages.errors.network };
}

/** Everything is in the draft already, except what differs from it. */
function FoundFacts({ preview }: { preview: AppPreview }) {
  useStore($draft);
  const { existing, pictures, problems } = preview;
  const found = fieldsOfDraft(preview);
  if (existing)
    return (
      <p className="paste-existing" role="status">
        This app is already listed: <a href={urls.app(existing.name_id)}>{existing.name}</a>. If it is yours
        and somebody else has listed it, claim it on its page.
      </p>
    );
  return (
    <section className="paste-found" aria-labelledby="paste-found">
      <h2 id="paste-found" className="small">
        {found.length > 0 ? 'Found and filled in' : 'Nothing was found. Fill in the form by hand.'}
      </h2>
      {found.length > 0 && (
        <p className="soft small">Check every field before you list the app. You can change all of them.</p>
      )}
      <dl>
        {found.map((field) => {
          const { label, options }: Pick<AppField, 'label' | 'options'> =
            field.name === 'category' ? { label: 'Categories' } : fieldOf(field.name);
          return (
            <div key={field.name}>
              <dt>{label}</dt>
              <dd>
                {partsOf(field)
                  .map((part) => options?.[part] ?? part)
                  .join(', ')}{' '}
                <span className="soft small">from {previewSourceLabels[field.source]}</span>
                {valueInDraft(field.name) !== field.value && (
                  <TextButton onClick={() => putInDraft(field)}>
                    Use this<span className="unseen"> for {label}</span>
                  </TextButton>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {pictures.length > 0 && <FoundPictures pictures={pictures} />}
      {problems.length > 0 && (
        <ul className="soft small">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function addressOf({ data, kind, type }: PreviewPicture): string {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return urlOf(new File([bytes], `${kind}.${type === 'image/png' ? 'png' : 'jpg'}`, { type }));
}

function FoundPictures({ pictures }: { pictures: readonly PreviewPicture[] }) {
  const draft = useStore($draft);
  const [found] = useState(() => pictures.map((picture) => ({ ...picture, url: addressOf(picture) })));
  return (
    <>
      <p>Choose the pictures of your app:</p>
      <ul className="cluster paste-pictures">
        {found.map(({ url, kind, width, height }, index) => {
          const key = kind === 'logo' ? 'logo' : 'screenshots';
          const inDraft = draft?.[key] ?? [];
          const isPicked = inDraft.includes(url);
          const isFull = kind === 'screenshot' && inDraft.length >= limits.screenshotsPerApp;
          const toggle = (): void => {
            const others = kind === 'logo' ? [] : inDraft.filter((other) => other !== url);
            changeDraft({ [key]: isPicked ? others : [...others, url] });
          };
          return (
            <li key={url}>
              <button type="button" aria-pressed={isPicked} disabled={isFull && !isPicked} onClick={toggle}>
                <img
                  src={url}
                  width={width}
                  height={height}
                  alt={kind === 'logo' ? 'Logo' : `Picture ${String(index + 1)}`}
                />
                <span>{isPicked ? `Used as ${kind}` : `Use as ${kind}`}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
