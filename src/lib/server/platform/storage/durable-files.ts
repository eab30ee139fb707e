// Files that survive a power cut.
import { open } from 'node:fs/promises';

export async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename survives a power cut only after its folder was synced, too. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call on folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR']);

export function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && missingCodes.has(String(error.code))) return null;
  throw error;
}
