import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import type { QueueItemJson } from '../../../lib/shared/schemas/cases.ts';
import { counted, dueWords, kindWords, momentOf, reasonWords } from './words.ts';

interface Props {
  item: QueueItemJson;
  /** Id of the person who looks. */
  me: string;
  isChosen: boolean;
  /** Left out where nothing can be done to many such subjects at once. */
  onChoose: ((isChosen: boolean) => void) | undefined;
  onFocus: () => void;
}

export function QueueRow({ item, me, isChosen, onChoose, onFocus }: Props) {
  const { number, kind, reason, subject, reports, assigned_to, is_overdue, opened_at } = item;
  return (
    <li className="desk-row" data-number={number} onFocus={onFocus}>
      <label className="desk-check">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!onChoose}
          onChange={({ target }) => onChoose?.(target.checked)}
        />
        <span className="unseen">Choose {subject.name || number}</span>
      </label>
      <div className="desk-row-text">
        <a href={deskUrls.case(number)}>{subject.name || 'Gone'}</a>
        <p>
          {kindWords[kind]}: {reasonWords[reason]}
          {reports > 0 && `, ${counted(reports, 'report')}`}
        </p>
        <p className="soft small">
          {number}, {subject.kind}, opened {momentOf(opened_at)}
        </p>
      </div>
      <div className="desk-row-side">
        <p className={is_overdue ? 'desk-mark overdue' : 'desk-mark'}>{dueWords(item)}</p>
        {assigned_to && (
          <p className="soft small">
            {assigned_to.id === me ? 'Taken by you' : `Taken by ${assigned_to.name}`}
          </p>
        )}
      </div>
    </li>
  );
}
