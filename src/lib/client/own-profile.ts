import { urls } from '../shared/urls.ts';
import { $session, startSession } from './session.ts';

/** Goes on to the page of whoever is logged in. */
export function openOwnProfile(): void {
  startSession();
  const visitor = $session.get();
  if (visitor) location.replace(urls.user(visitor.user_id));
}
