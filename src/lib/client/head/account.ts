import { handedOver } from '../session/handover.ts';
import { currentClaims } from '../session/token-pair.ts';

/**
 * Sets `data-account` where somebody is logged in, and `data-ended` where the login of this tab has ended by itself.
 * styles/session.css shows and hides parts of the page by both.
 */
export function markAccount({ dataset }: Pick<HTMLElement, 'dataset'>): void {
  const visitor = currentClaims();
  const ended = handedOver('login-ended');
  if (visitor) dataset['account'] = visitor.is_verified ? 'verified' : 'unverified';
  else if (ended) dataset['ended'] = ended;
}
