import { useStore } from '@nanostores/react';
import { $draft } from '../../../../lib/client/drafts/draft.ts';
import { putInDraft, valueInDraft, type FoundField } from '../../../../lib/client/previews/apply-preview.ts';
import { urls } from '../../../../lib/shared/addresses/urls.ts';
import { fieldOf } from '../../../../lib/shared/schemas/app-fields.ts';
import {
  previewSourceLabels,
  type AppPreview,
  previewMessages as texts,
} from '../../../../lib/shared/schemas/previews.ts';
import { FoundPictures } from './FoundPictures.tsx';

interface Props {
  preview: AppPreview;
  found: readonly FoundField[];
}

const labelOf = (name: FoundField['name']): string =>
  name === 'category' ? texts.category : fieldOf(name).label;

/** A value as people read it: 'Mobile' for 'mobile'. */
function shownValue({ name, value }: FoundField): string {
  const options = name === 'category' ? undefined : fieldOf(name).options;
  return value
    .split(',')
    .map((part) => options?.[part] ?? part)
    .join(options || name === 'category' ? ', ' : ',');
}

/** What was found at an address, with its sources. Everything is in the draft already, except what differs from it. */
export function FoundFacts({ preview, found }: Props) {
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
            <dt>{labelOf(field.name)}</dt>
            <dd>
              {shownValue(field)}{' '}
              <span className="soft small">{texts.from(previewSourceLabels[field.source])}</span>
              {valueInDraft(field.name) !== field.value && (
                <button className="text-button" type="button" onClick={() => putInDraft(field)}>
                  {texts.useInstead}
                  <span className="unseen"> for {labelOf(field.name)}</span>
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
