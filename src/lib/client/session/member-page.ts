// What only somebody who is logged in needs on a public page: the number of news, the button that follows the app or
// the developer of the page, and the contact details that only their owner sees.
import { unseenKey } from '../../shared/browser-keys/storage-keys.ts';
import type { FollowInput, FollowsJson, NoticesJson } from '../../shared/schemas/follow.ts';
import { type ApiResult, callApi, findMe } from '../api/api.ts';
import { readJson, writeText } from '../storage.ts';
import { $session, ownId } from './session.ts';

export function startMemberPage(visitor: string): void {
  $session.subscribe((now) => {
    if (now) void update(now.user_id);
    else show(0);
  });
  const follow = document.querySelector<HTMLElement>('[data-follow]');
  if (follow) startFollowButton(follow);
  const contacts = document.querySelector<HTMLElement>('[data-contacts-of]');
  if (contacts && contacts.dataset['contactsOf'] === visitor) void addOwnContacts(contacts);
}

/** The count is fetched again after this long. */
const keptMs = 10 * 60_000;

interface Kept {
  owner: string;
  at: number;
  unseen: number;
}

const kept = (): Partial<Kept> | null => readJson(unseenKey, 'sessionStorage') as Partial<Kept> | null;

function keepAndShow(owner: string, unseen: number): void {
  writeText(unseenKey, JSON.stringify({ owner, at: Date.now(), unseen } satisfies Kept), 'sessionStorage');
  show(unseen);
}

function show(count: number): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-unseen]')) {
    const text = place.dataset['unseen'] === 'words' ? `${String(count)} new` : String(count);
    place.hidden = count === 0;
    place.textContent = count === 0 ? '' : text;
  }
}

/** Shows the count of the account that is logged in, as far as it is known, and looks again when it is old. */
async function update(owner: string): Promise<void> {
  const known = kept();
  const { at = 0, unseen = 0 } = known?.owner === owner ? known : {};
  show(unseen);
  if (Date.now() - at < keptMs) return;
  const result = await callApi<NoticesJson>('GET', '/user/me/notices/');
  // Somebody else has logged in meanwhile, or the news were opened.
  if (result.kind === 'ok' && ownId() === owner && (kept()?.at ?? 0) === (known?.at ?? 0))
    keepAndShow(owner, result.data.unseen);
}

/** The page of the news was opened: all of them are seen. */
export function noteAllSeen(): void {
  if (ownId() !== '') keepAndShow(ownId(), 0);
}

const follows = '/user/me/follows/';

function startFollowButton(button: HTMLElement): void {
  const { follow: subject = '' } = button.dataset;
  const words = button.querySelector('span');
  const label = words?.textContent ?? '';
  const note = button.parentElement?.querySelector('.follow-note');
  const paint = ({ subjects }: FollowsJson): void => {
    const isFollowed = subjects.includes(subject);
    button.ariaPressed = String(isFollowed);
    if (words) words.textContent = isFollowed ? 'Following' : label;
  };
  let isChanged = false;
  const showResult = (result: ApiResult<FollowsJson>): void => {
    const error = result.kind === 'error' ? result.error : '';
    if (note) note.textContent = result.kind === 'ok' ? '' : error || 'This could not be saved. Try again.';
    if (result.kind !== 'ok') return;
    isChanged = true;
    paint(result.data);
  };
  // Nobody has pressed anything yet, so a failure needs no words. The answer to a press is newer.
  void callApi<FollowsJson>('GET', follows).then((result) => {
    if (result.kind === 'ok' && !isChanged) paint(result.data);
  });
  button.addEventListener('click', () => {
    button.ariaBusy = 'true';
    const json: FollowInput = { subject, follow: button.ariaPressed !== 'true' };
    void callApi<FollowsJson>('PUT', follows, { json })
      .then(showResult)
      .finally(() => (button.ariaBusy = null));
  });
  // Pressed before this came (lib/client/head/main.ts).
  if (button.dataset['pressed'] !== undefined) button.click();
}

/** Adds the contact details that only their owner sees, marked as such. Without an answer the list stays as it is. */
async function addOwnContacts(list: Element): Promise<void> {
  const me = await findMe();
  if (me.kind !== 'ok') return;
  const { email, phone_no, address, show_email, show_phone, show_address } = me.data;
  const hidden = [show_email ? '' : email, show_phone ? '' : phone_no, show_address ? '' : address];
  for (const detail of hidden.filter(Boolean)) {
    const item = document.createElement('li');
    const [text, mark] = [document.createElement('span'), document.createElement('small')];
    text.textContent = detail;
    mark.textContent = 'Only you see it';
    item.className = 'only-you';
    item.append(text, mark);
    list.append(item);
  }
}
