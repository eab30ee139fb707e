import { createHmac } from 'node:crypto';

/** Matches the token of any app and account. */
export const tokenPattern = /naijabuilt-[0-9a-f]{32}/;

/** One for each app and account, so that a file that somebody else may read proves nothing for them. */
export function tokenOf(secret: Uint8Array, { appId, userId }: { appId: string; userId: string }): string {
  const mark = createHmac('sha256', secret).update(`proof:${appId}:${userId}`).digest('hex');
  return `naijabuilt-${mark.slice(0, 32)}`;
}
