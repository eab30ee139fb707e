import { urls } from '../../shared/addresses/urls.ts';
import { startSession } from './keep-session.ts';
import { $session } from './session.ts';

/** Opens the public profile of the person who is logged in, as soon as it is public. */
export function openOwnProfile(): void {
  startSession();
  $session.subscribe((visitor) => {
    if (visitor?.is_verified) location.replace(urls.user(visitor.user_id));
  });
}
