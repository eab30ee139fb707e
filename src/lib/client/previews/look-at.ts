// Asks the server to look at an address. The answer has a line for each step, so that a person sees what is done.
import { previewLineSchema, previewLinesType, type AppPreview } from '../../shared/schemas/previews.ts';
import { messages } from '../../shared/text/messages.ts';
import { parsedJson } from './parsed-json.ts';
import { freshAccess } from '../session/keep-session.ts';
import { apiBase } from '../api/session-requests.ts';

export type LookResult =
  | { kind: 'found'; preview: AppPreview }
  /** With a sentence for the person. */
  | { kind: 'failed'; error: string }
  | { kind: 'cancelled' };

interface Options {
  /** Aborts when the person cancels. The server stops then as well. */
  signal: AbortSignal;
  onStep(sentence: string): void;
}

const lost: LookResult = { kind: 'failed', error: messages.errors.network };

export async function lookAt(address: string, { signal, onStep }: Options): Promise<LookResult> {
  try {
    const access = await freshAccess();
    const response = await fetch(`${apiBase}/app/import/`, {
      method: 'POST',
      signal,
      headers: {
        accept: `${previewLinesType}, application/json`,
        'content-type': 'application/json',
        ...(access !== null && { authorization: `Bearer ${access}` }),
      },
      body: JSON.stringify({ address }),
    });
    if (!response.ok || !response.body) return refusalOf(await response.text());
    let rest = '';
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const parsed = previewLineSchema.safeParse(parsedJson(line));
        if (!parsed.success) return lost;
        if ('step' in parsed.data) onStep(parsed.data.step);
        else if ('preview' in parsed.data) return { kind: 'found', preview: parsed.data.preview };
        else return { kind: 'failed', error: parsed.data.error };
      }
      if (done) return lost;
    }
  } catch {
    return signal.aborted ? { kind: 'cancelled' } : lost;
  }
}

function refusalOf(body: string): LookResult {
  const json = parsedJson(body);
  const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : '';
  return {
    kind: 'failed',
    error: typeof error === 'string' && error !== '' ? error : messages.errors.server,
  };
}
