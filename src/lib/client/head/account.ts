import { loginKey } from '../../shared/browser-keys/storage-keys.ts';
import { handedOver } from '../session/handover.ts';
import { readText } from '../storage/browser-storage.ts';

/**
 * Reads only the claim that the first paint needs, because every page carries this. The session's script reads the
 * others (session/token-pair.ts), and corrects what this made of a token that it does not accept.
 */
function isVerified(token: string): unknown {
  try {
    const middle = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(middle)) as { is_verified?: unknown }).is_verified;
  } catch {
    return undefined;
  }
}

/**
 * Sets `data-account` if somebody is logged in, and `data-ended` if this tab's login ended by itself.
 * styles/session.css shows and hides parts of the page by them.
 */
export function markAccount({ dataset }: Pick<HTMLElement, 'dataset'>): void {
  const verified = isVerified(readText(loginKey) ?? '');
  const ended = handedOver('login-ended');
  if (typeof verified === 'boolean') dataset['account'] = verified ? 'verified' : 'unverified';
  else if (ended) dataset['ended'] = ended;
}
