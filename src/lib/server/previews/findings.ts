// What a look has found, field by field. The first value of a field that the listing's own schema takes is kept, so a
// source that is trusted more is asked first.
import { typedFields } from '../../shared/schemas/app-fields.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { AppPreview, PreviewField, PreviewSource } from '../../shared/schemas/previews.ts';
import type { CategoryList } from '../platform/category-list.ts';
import { categoriesOfWords } from './values/category-words.ts';
import { shortName, tagline } from './values/shorten.ts';
import { plainText } from './values/plain-text.ts';

export interface PictureCandidate {
  kind: 'logo' | 'screenshot';
  url: string;
  source: PreviewSource;
  /** Of several logos the largest is tried first. Pixels; 0 where it is not said. */
  side?: number;
}

export interface Findings {
  add(name: PreviewField, value: string | null | undefined, source: PreviewSource): void;
  /** @param words names of categories in the vocabulary of the source */
  addCategories(words: readonly string[], source: PreviewSource): void;
  addPicture(candidate: PictureCandidate): void;
  has(name: PreviewField): boolean;
  fields(): AppPreview['fields'];
  pictures(): PictureCandidate[];
}

type TypedField = Exclude<PreviewField, 'category'>;

const prepare: Partial<Record<PreviewField, (text: string) => string>> = {
  name: (text) => shortName(plainText(text)),
  description: (text) => tagline(plainText(text)),
  long_description: (text) => Array.from(plainText(text)).slice(0, limits.appLongDescription).join(''),
};

/** Longer texts are not looked at: no field takes them. */
const maxText = 20_000;

export function createFindings(categories: CategoryList): Findings {
  const found = new Map<PreviewField, { value: string; source: PreviewSource }>();
  const pictures = new Map<string, PictureCandidate>();
  return {
    add(name, text, source) {
      if (typeof text !== 'string' || found.has(name) || text.trim() === '') return;
      const cut = text.slice(0, maxText);
      const { schema } = typedFields[name as TypedField];
      const parsed = schema.safeParse(prepare[name]?.(cut) ?? cut);
      if (parsed.success && parsed.data !== '') found.set(name, { value: parsed.data, source });
    },
    addCategories(words, source) {
      if (found.has('category')) return;
      const names = categoriesOfWords(words)
        .flatMap((name) => categories.named(name)?.name ?? [])
        .filter((name, at, all) => all.indexOf(name) === at)
        .slice(0, limits.categoriesPerApp);
      if (names.length > 0) found.set('category', { value: names.join(','), source });
    },
    addPicture(candidate) {
      if (!pictures.has(candidate.url)) pictures.set(candidate.url, candidate);
    },
    has: (name) => found.has(name),
    fields: () => [...found].map(([name, { value, source }]) => ({ name, value, source })),
    pictures: () => [...pictures.values()],
  };
}
