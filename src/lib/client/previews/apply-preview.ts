// Fills the draft with what was found. What a person has typed or picked stays until they choose otherwise.
import type { AppPreview, PreviewField } from '../../shared/schemas/previews.ts';
import { $draft, changeDraft, draftFields, type DraftField } from '../drafts/draft.ts';

export interface FoundField {
  name: DraftField | 'category';
  value: string;
  source: AppPreview['fields'][number]['source'];
}

const isOfDraft = (name: PreviewField): name is PreviewField & (DraftField | 'category') =>
  name === 'category' || (draftFields as readonly string[]).includes(name);

/** What the draft has in a field. */
export function valueInDraft(name: FoundField['name']): string {
  const draft = $draft.get();
  if (!draft) return '';
  return name === 'category' ? draft.categories.join(',') : draft[name];
}

export function putInDraft({ name, value }: FoundField): void {
  changeDraft(name === 'category' ? { categories: value.split(',') } : { [name]: value });
}

/** Fills the empty fields. @returns all that was found for the draft */
export function applyPreview(preview: AppPreview): FoundField[] {
  const found = preview.fields.flatMap(({ name, ...rest }) => (isOfDraft(name) ? [{ name, ...rest }] : []));
  for (const field of found) if (valueInDraft(field.name).trim() === '') putInDraft(field);
  return found;
}
