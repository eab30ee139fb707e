// One look at an address: its requests share a visit, a time limit and the signal of the person who waits, and what
// they find is kept field by field.
import { setTimeout as sleep } from 'node:timers/promises';
import { typedFields } from '../../shared/schemas/app-fields.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { AppPreview, PreviewField, PreviewSource } from '../../shared/schemas/previews.ts';
import type { CategoryList } from '../platform/category-list.ts';
import { ClientLeft } from '../platform/errors.ts';
import {
  beginVisit,
  hostPauseMs,
  OutboundRefusal,
  type Outbound,
  type OutboundAnswer,
  type OutboundRequest,
} from '../platform/outbound/outbound.ts';
import { categoriesOfWords, plainText, shortName, tagline, textsOf } from './texts.ts';

/** How long a look may take in all. Milliseconds. */
export const lookMs = 25_000;
/** Somebody else may have asked the host of a store a moment ago: how long to wait, and how often to ask again. */
const waitMs = hostPauseMs + 1_500;
const againMs = 500;
/** Longer texts are not looked at: no field takes them. */
const maxText = 20_000;

interface PictureCandidate {
  kind: 'logo' | 'screenshot';
  url: string;
  source: PreviewSource;
  /** Of several logos the largest is tried first. Pixels; left out where it is not said. */
  side?: number | undefined;
}

/**
 * Of several texts for a field the first one that fits is kept. Categories are words in the vocabulary of the source,
 * and pictures addresses, which are fetched and checked as uploads are.
 */
type Found = Partial<
  Record<PreviewField | PictureCandidate['kind'], string | null | undefined | readonly string[]>
>;
export type Look = ReturnType<typeof beginLook>;

export interface LookOptions {
  outbound: Outbound;
  categories: CategoryList;
  /** Aborts when the person has left. */
  left: AbortSignal;
  onStep(sentence: string): void;
}

const prepare: Partial<Record<PreviewField, (text: string) => string>> = {
  name: (text) => shortName(plainText(text)),
  description: (text) => tagline(plainText(text)),
  long_description: (text) => Array.from(plainText(text)).slice(0, limits.appLongDescription).join(''),
};

export function beginLook({ outbound, categories, left, onStep }: LookOptions) {
  const visit = beginVisit();
  const signal = AbortSignal.any([left, AbortSignal.timeout(lookMs)]);
  const fields = new Map<PreviewField, { value: string; source: PreviewSource }>();
  const pictures = new Map<string, PictureCandidate>();
  const problems: string[] = [];

  /** @throws OutboundRefusal, or ClientLeft when the person has left */
  async function get(url: string, request: OutboundRequest): Promise<OutboundAnswer> {
    const until = performance.now() + waitMs;
    for (;;) {
      try {
        return await outbound.get(url, { ...request, visit, signal });
      } catch (error) {
        if (left.aborted) throw new ClientLeft();
        const isBusy = error instanceof OutboundRefusal && error.reason === 'busy';
        if (!isBusy || signal.aborted || performance.now() > until) throw error;
      }
      await sleep(againMs, undefined, { signal }).catch(() => undefined);
    }
  }

  function addPicture({ url: address, ...candidate }: PictureCandidate, base: string): void {
    const url = resolved(address, base);
    if (url !== null && !pictures.has(url)) pictures.set(url, { ...candidate, url });
  }

  return {
    onStep,
    get,
    /** Problems, as sentences for the person. */
    problems,
    isOver: () => signal.aborted,
    /**
     * Asks a site. What goes wrong becomes a problem of the look, and the answer null.
     * @param site its name for the person @param missing the sentence for a page that is not there
     */
    async ask(
      site: string,
      url: string,
      request: OutboundRequest,
      missing?: string,
    ): Promise<OutboundAnswer | null> {
      try {
        const answer = await get(url, request);
        if (answer.status === 200) return answer;
        problems.push(answer.status === 404 && missing ? missing : sentenceOfStatus(site, answer.status));
      } catch (error) {
        if (!(error instanceof OutboundRefusal)) throw error;
        problems.push(error.message);
      }
      return null;
    },
    /** Keeps what a source says of fields that no source before it has filled, and that the listing's schema takes. */
    add(source: PreviewSource, found: Found, base = ''): void {
      for (const [name, given] of Object.entries(found) as [keyof Found, Found[keyof Found]][]) {
        const texts = textsOf(given);
        if (name === 'logo' || name === 'screenshot')
          for (const url of texts) addPicture({ source, kind: name, url }, base);
        else if (name === 'category') {
          const names = categoriesOfWords(texts).flatMap((word) => categories.named(word)?.name ?? []);
          const value = [...new Set(names)].slice(0, limits.categoriesPerApp).join(',');
          if (!fields.has(name) && value !== '') fields.set(name, { value, source });
        } else
          for (const text of texts) {
            if (fields.has(name) || text.trim() === '') continue;
            const cut = text.slice(0, maxText);
            const parsed = typedFields[name].schema.safeParse(prepare[name]?.(cut) ?? cut);
            if (parsed.success && parsed.data !== '') fields.set(name, { value: parsed.data, source });
          }
      }
    },
    addPicture,
    has: (name: PreviewField) => fields.has(name),
    fields: (): AppPreview['fields'] => [...fields].map(([name, found]) => ({ name, ...found })),
    pictures: (): PictureCandidate[] => [...pictures.values()],
  };
}

/** An https address of something that a page names; null for anything else, such as `data:`. */
export function resolved(address: string, base: string): string | null {
  const url = address === '' ? null : URL.parse(address, base);
  if (url?.protocol === 'http:') url.protocol = 'https:';
  return url?.protocol === 'https:' ? url.href : null;
}

const sentences: Readonly<Record<number, string>> = {
  401: 'wants a login before it shows anything',
  403: 'does not let programs read it',
  404: 'has no such page',
  410: 'says that this page is gone',
  429: 'was asked too often. Try again later',
};

/** Why an answer is of no use, as a sentence about its host. */
const sentenceOfStatus = (host: string, status: number): string =>
  // GitHub says so of those who ask too often.
  `${host} ${sentences[host === 'GitHub' && status === 403 ? 429 : status] ?? `answered with the error ${String(status)}`}.`;
