import { messages } from '../../lib/shared/text/messages.ts';
import type { RefusalTexts } from '../forms/refusal.ts';

/** For changes of an app and its pictures: what the server says, else that it could not be done. */
export const serverFirst: RefusalTexts = {
  401: messages.errors.login,
  other: messages.errors.server,
  serverFirst: true,
};

/** Pages may show pictures of their own origin only, by whatever name the visitor reaches the site. */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}
