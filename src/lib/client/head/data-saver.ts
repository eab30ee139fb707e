import { saverKey } from '../../shared/browser-keys/storage-keys.ts';
import { holdPicture } from './hold-picture.ts';
import { readText } from '../storage/browser-storage.ts';

/** The Network Information API is not in TypeScript's DOM types, because only some browsers have it. */
interface WithConnection {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** A choice in the menu has priority over the browser's setting. */
export function savesData(chosen: string | null, isAskedByBrowser: boolean): boolean {
  return chosen === 'on' || (chosen !== 'off' && isAskedByBrowser);
}

/** If data is to be saved, sets `data-saver` and holds every picture back when it enters the page. */
export function startDataSaver(root: HTMLElement): void {
  const { connection } = navigator as WithConnection;
  // Nothing is fetched ahead then (lib/shared/page/speculation-rules.ts).
  if (connection?.effectiveType?.endsWith('2g')) root.dataset['slow'] = '';
  if (!savesData(readText(saverKey), connection?.saveData === true)) return;
  root.dataset['saver'] = '';
  new MutationObserver((records) => {
    // The switch in the menu removes it.
    if (root.dataset['saver'] === undefined) return;
    for (const { addedNodes } of records) for (const node of addedNodes) holdPicturesIn(node);
  }).observe(root, { childList: true, subtree: true });
}

function holdPicturesIn(node: Node): void {
  if (!(node instanceof HTMLElement)) return;
  holdPicture(node);
  for (const part of node.querySelectorAll<HTMLElement>('source, img')) holdPicture(part);
}
