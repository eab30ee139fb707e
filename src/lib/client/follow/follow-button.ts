import { messages } from '../../shared/text/messages.ts';
import type { ApiResult } from '../api/api.ts';
import { followsApi } from '../api/follows-api.ts';
import type { FollowsJson } from '../../shared/schemas/follow.ts';

/** The button that follows the app or the developer of the page, for somebody who is logged in. */
export function startFollowButton(button: HTMLElement): void {
  const { follow: subject = '' } = button.dataset;
  const words = button.querySelector('span');
  const label = words?.textContent ?? '';
  const note = button.parentElement?.querySelector('.follow-note');
  const say = (text: string): void => {
    if (note) note.textContent = text;
  };
  const paint = ({ subjects }: FollowsJson): void => {
    const isFollowed = subjects.includes(subject);
    button.ariaPressed = String(isFollowed);
    if (words) words.textContent = isFollowed ? messages.follows.following : label;
  };
  let isChanged = false;
  const show = (result: ApiResult<FollowsJson>): void => {
    const refusal = result.kind === 'refused' ? result.error : '';
    say(result.kind === 'ok' ? '' : refusal || messages.follows.failed);
    if (result.kind !== 'ok') return;
    isChanged = true;
    paint(result.data);
  };
  // Nobody has pressed anything yet, so a failure needs no words. The answer to a press is newer.
  void followsApi.follows().then((result) => {
    if (result.kind === 'ok' && !isChanged) paint(result.data);
  });
  button.addEventListener('click', () => {
    button.ariaBusy = 'true';
    void followsApi
      .follow({ subject, follow: button.ariaPressed !== 'true' })
      .then(show)
      .finally(() => (button.ariaBusy = null));
  });
  // Pressed before this came (lib/client/head/pressed-follow.ts).
  if (button.dataset['pressed'] !== undefined) button.click();
}
