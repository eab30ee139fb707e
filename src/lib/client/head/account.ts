import { handedOver } from '../session/handover.ts';
import { currentClaims } from '../session/token-pair.ts';

/**
 * Sets `data-account` if somebody is logged in, and `data-ended` if this tab's login ended by itself.
 * styles/session.css shows and hides parts of the page by them.
 */
export function markAccount({ dataset }: Pick<HTMLElement, 'dataset'>): void {
  const visitor = currentClaims();
  const ended = handedOver('login-ended');
  if (visitor) dataset['account'] = visitor.is_verified ? 'verified' : 'unverified';
  else if (ended) dataset['ended'] = ended;
}
