// Keeps an operator's command that root runs from leaving files that the site's user cannot use.
import { existsSync, statSync } from 'node:fs';

function ownerOf(folder: string): { uid: number; gid: number } | null {
  return existsSync(folder) ? statSync(folder) : null;
}

/**
 * Switches to the user who owns `folder` if root runs this and that user owns DATA_DIR as well, or there is none. A
 * backup taken by root would leave pictures that the nightly backup, taken by that user, can neither read nor remove.
 */
export function actAsOwner(folder: string, dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = ownerOf(folder);
  if (!owner || owner.uid === 0 || owner.uid !== (ownerOf(dataDir) ?? owner).uid) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
