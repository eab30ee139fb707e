// How many news somebody has not seen, beside the menu and on its link.
import { unseenKey } from '../../shared/browser-keys/storage-keys.ts';
import { followMessages } from '../../shared/text/follow-messages.ts';
import { apiBase } from '../api/session-requests.ts';
import { freshAccess } from '../session/keep-session.ts';
import { $session } from '../session/session.ts';
import { readJson, writeText } from '../storage/browser-storage.ts';

/** The count is fetched again after this long. */
const keptMs = 10 * 60_000;

interface Kept {
  owner: string;
  at: number;
  unseen: number;
}

function kept(owner: string): Kept | null {
  const found = readJson(unseenKey, 'sessionStorage') as Partial<Kept> | null;
  const { at, unseen } = found ?? {};
  if (found?.owner !== owner || typeof at !== 'number' || typeof unseen !== 'number') return null;
  return { owner, at, unseen };
}

function show(count: number): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-unseen]')) {
    const text = place.dataset['unseen'] === 'words' ? followMessages.follows.unseen(count) : String(count);
    place.hidden = count === 0;
    place.textContent = count === 0 ? '' : text;
  }
}

/** @returns null without an answer */
async function fetchUnseen(): Promise<number | null> {
  try {
    const access = await freshAccess();
    if (access === null) return null;
    const response = await fetch(`${apiBase}/user/me/notices/`, {
      headers: { authorization: `Bearer ${access}` },
    });
    const { unseen } = (response.ok ? await response.json() : {}) as { unseen?: unknown };
    return typeof unseen === 'number' ? unseen : null;
  } catch {
    return null;
  }
}

/** Shows the count of the account that is logged in, as far as it is known, and looks again when it is old. */
async function update(owner: string): Promise<void> {
  const known = kept(owner);
  show(known?.unseen ?? 0);
  if (known && Date.now() - known.at < keptMs) return;
  const unseen = await fetchUnseen();
  // Somebody else has logged in meanwhile, or the news were opened.
  if (unseen === null || $session.get()?.user_id !== owner || kept(owner)?.at !== known?.at) return;
  writeText(unseenKey, JSON.stringify({ owner, at: Date.now(), unseen } satisfies Kept), 'sessionStorage');
  show(unseen);
}

/** The page of the news was opened: all of them are seen. */
export function noteAllSeen(): void {
  const owner = $session.get()?.user_id;
  if (owner === undefined) return;
  writeText(unseenKey, JSON.stringify({ owner, at: Date.now(), unseen: 0 } satisfies Kept), 'sessionStorage');
  show(0);
}

export function startUnseenCount(): void {
  let shown = '';
  $session.subscribe((visitor) => {
    const owner = visitor?.user_id ?? '';
    if (owner === shown) return;
    shown = owner;
    if (owner === '') show(0);
    else void update(owner);
  });
}
