// The shelves of the front page: those that fill themselves, and those that editors keep
// (docs/decisions/030-shelves.md).
import type { PickedShelf, Shelf } from '../../shared/schemas/shelves.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import type { ShelvesContext } from './context.ts';
import { checkPick, listShelves } from './desk/desk-shelf.ts';
import { addShelf, changeShelf, removeShelf } from './desk/keep-shelf.ts';
import { listPicks } from './list-picks.ts';
import { showFront } from './show-front.ts';

export type { CheckedApp, DeskShelf } from './desk/desk-shelf.ts';

export function createShelves(context: ShelvesContext) {
  return {
    reads: {
      /** The shelves that have enough apps now, in the order of the page. */
      showFront: (reader: Reader): Promise<Shelf[]> => showFront(context, reader),
      /** What the editors pick and have picked, the latest first. */
      listPicks: (reader: Reader): Promise<PickedShelf[]> => listPicks(context, reader),
    },
    actions: bindContext(context, { addShelf, changeShelf, checkPick, listShelves, removeShelf }),
  };
}
