// Looks at an address, fills in the draft with what is found, and shows it. Loaded when somebody looks.
import { useStore } from '@nanostores/react';
import { useState, type ComponentType } from 'react';
import {
  $draft,
  changeDraft,
  changeDraftPictures,
  draftFields,
  type DraftField,
  type PictureKey,
} from '../../lib/client/drafts/app-draft.ts';
import { picked } from '../../lib/client/drafts/pictures.ts';
import { apiBase, fetchWithLogin } from '../../lib/client/session/keep-session.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { fieldOf, type AppField } from '../../lib/shared/schemas/app-fields.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import {
  previewLinesType,
  previewSourceLabels,
  type AppPreview,
  type PreviewPicture,
  previewMessages as texts,
} from '../../lib/shared/schemas/previews.ts';
import { messages } from '../../lib/shared/text/messages.ts';

export type LookState =
  | { kind: 'idle' | 'logged-out' }
  | { kind: 'looking'; step: string }
  | { kind: 'failed'; error: string }
  | { kind: 'found'; Found: ComponentType };

type FoundField = AppPreview['fields'][number] & { name: DraftField | 'category' };

const isOfDraft = (field: AppPreview['fields'][number]): field is FoundField =>
  [...draftFields, 'category'].some((name) => name === field.name);

type Described = Pick<AppField, 'label' | 'isList' | 'options'>;

const describe = (name: FoundField['name']): Described =>
  name === 'category' ? { label: texts.category, isList: true } : fieldOf(name);

const valueInDraft = (name: FoundField['name']): string => String($draft.get()?.[name] ?? '');

function putInDraft({ name, value }: FoundField): void {
  changeDraft({ [name]: describe(name).isList ? value.split(',') : value });
}

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
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
    if (!done) continue;
    if (rest.trim() !== '') yield JSON.parse(rest) as Line;
    return;
  }
}

/**
 * Looks at an address and fills in the empty fields of the draft: what a person has typed or picked stays.
 * @param signal aborts when the person cancels. The server stops then as well
 * @returns what to show
 */
export async function findFacts(
  address: string,
  signal: AbortSignal,
  onStep: (sentence: string) => void,
): Promise<LookState> {
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
        else if (!preview) return { kind: 'failed', error: error || messages.errors.server };
        else {
          const found = preview.fields.filter(isOfDraft);
          for (const field of found) if (valueInDraft(field.name).trim() === '') putInDraft(field);
          return { kind: 'found', Found: () => <FoundFacts preview={preview} found={found} /> };
        }
      }
  } catch {
    if (signal.aborted) return { kind: 'idle' };
  }
  return { kind: 'failed', error: messages.errors.network };
}

/** A value as people read it: 'Mobile' for 'mobile'. */
function shownValue({ name, value }: FoundField): string {
  const { isList, options } = describe(name);
  const parts = isList ? value.split(',') : [value];
  return parts.map((part) => options?.[part] ?? part).join(', ');
}

/** What was found at an address, with its sources. Everything is in the draft already, except what differs from it. */
function FoundFacts({ preview, found }: { preview: AppPreview; found: readonly FoundField[] }) {
  useStore($draft);
  const { existing, pictures, problems } = preview;
  if (existing)
    return (
      <p className="paste-existing" role="status">
        {texts.existing} <a href={urls.app(existing.name_id)}>{existing.name}</a>. {texts.existingHint}
      </p>
    );
  return (
    <section className="paste-found" aria-labelledby="paste-found">
      <h2 id="paste-found" className="small">
        {found.length > 0 ? texts.found : texts.nothing}
      </h2>
      {found.length > 0 && <p className="soft small">{texts.lookOver}</p>}
      <dl>
        {found.map((field) => (
          <div key={field.name}>
            <dt>{describe(field.name).label}</dt>
            <dd>
              {shownValue(field)}{' '}
              <span className="soft small">{texts.from(previewSourceLabels[field.source])}</span>
              {valueInDraft(field.name) !== field.value && (
                <button className="text-button" type="button" onClick={() => putInDraft(field)}>
                  {texts.useInstead}
                  <span className="unseen"> for {describe(field.name).label}</span>
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <FoundPictures pictures={pictures} />
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

const keyOf = ({ kind }: PreviewPicture): PictureKey => (kind === 'logo' ? 'logo' : 'screenshots');

function fileOf({ data, kind, type }: PreviewPicture): File {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new File([bytes], `${kind}.${type === 'image/png' ? 'png' : 'jpg'}`, { type });
}

/** The pictures of an address, of which a person picks those for the draft. */
function FoundPictures({ pictures }: { pictures: readonly PreviewPicture[] }) {
  const draft = useStore($draft);
  /** The ids that picked pictures have in the draft, by their index. */
  const [ids, setIds] = useState<Readonly<Record<number, string>>>({});
  if (pictures.length === 0 || !draft) return null;

  const toggle = (picture: PreviewPicture, index: number, isPicked: boolean): void => {
    const key = keyOf(picture);
    const others = draft[key].filter(({ id }) => id !== ids[index]);
    if (isPicked) {
      changeDraftPictures(key, others);
      return;
    }
    const added = picked(fileOf(picture));
    setIds({ ...ids, [index]: added.id });
    changeDraftPictures(key, picture.kind === 'logo' ? [added] : [...others, added]);
  };

  return (
    <>
      <p>{texts.pictures}</p>
      <ul className="cluster paste-pictures">
        {pictures.map((picture, index) => {
          const { data, kind, type, width, height } = picture;
          const isPicked = draft[keyOf(picture)].some(({ id }) => id === ids[index]);
          const isFull = kind === 'screenshot' && draft.screenshots.length >= limits.screenshotsPerApp;
          const label = kind === 'logo' ? texts.logo : texts.screenshot(index + 1);
          return (
            <li key={`${kind}-${String(index)}`}>
              <button
                type="button"
                aria-pressed={isPicked}
                disabled={isFull && !isPicked}
                onClick={() => toggle(picture, index, isPicked)}
              >
                <img src={`data:${type};base64,${data}`} width={width} height={height} alt={label} />
                <span>{(isPicked ? texts.used : texts.use)[kind]}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
