import { messages } from '../../lib/shared/text/messages.ts';
import type { KeptState } from './use-kept.ts';

/** A note above a form that shows values typed before the page was opened. */
export function KeptNote({ kept }: { kept: KeptState }) {
  return (
    <div className="kept-note" role="status">
      {kept.isFromBefore && (
        <>
          <p>{messages.kept.isBack}</p>
          <button className="text-button" type="button" onClick={kept.discard}>
            {messages.kept.discard}
          </button>
        </>
      )}
    </div>
  );
}
