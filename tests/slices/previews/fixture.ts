// A pasted address in a world of its own, and what is there to be found.
import type { PreviewField, PreviewPicture } from '../../../src/lib/shared/schemas/previews/previews.ts';

export interface Reply {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Fixture {
  /** What is special about it. */
  about: string;
  address: string;
  /** What each host answers, by path with its query. A text is a page of HTML, an object JSON. */
  hosts: Record<string, Record<string, string | Reply | { json: unknown }>>;
  /** Every field that is there. A field that is found beyond them is wrong. */
  expected: Partial<Record<PreviewField, string>>;
  /** Kinds and sources of the pictures. */
  pictures?: readonly `${PreviewPicture['kind']} ${PreviewPicture['source']}`[];
  /** What the person is told that could not be read. */
  problem?: RegExp;
}

export const html = (head: string, body = ''): string =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

export const ld = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

export const meta = (name: string, content: string): string => `<meta name="${name}" content="${content}">`;
export const og = (name: string, content: string): string =>
  `<meta property="og:${name}" content="${content}">`;
