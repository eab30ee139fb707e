import { messages } from '../../lib/shared/messages.ts';

/** How far the collecting of a large account has come. */
export function ExportProgress({ done, total }: { done: number; total: number }) {
  return (
    <div className="part-text">
      <p role="status">{messages.ownData.collecting}</p>
      <p>
        <progress value={done} max={Math.max(1, total)} aria-label="Listings collected" />{' '}
        <span>{messages.ownData.progress(done, total)}</span>
      </p>
    </div>
  );
}
