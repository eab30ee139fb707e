import { messages } from '../../lib/shared/text/messages.ts';

/** Progress of the export of a large account. */
export function ExportProgress({ done, total }: { done: number; total: number }) {
  return (
    <>
      <p className="part-text" role="status">
        {messages.ownData.collecting}
      </p>
      <div className="upload-progress">
        <progress value={done} max={Math.max(1, total)} aria-label="Listings collected" />
        <p>{messages.ownData.progress(done, total)}</p>
      </div>
    </>
  );
}
