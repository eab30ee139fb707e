import { formatMoment } from '../../lib/shared/dates.ts';
import type { OwnSessionJson } from '../../lib/shared/sessions.ts';

interface Props {
  sessions: OwnSessionJson[];
  /** For all of them at once, of whom not all need be in the list; null where there is one alone. */
  all: { value: string; count: number } | null;
  /** Id of a session, or the value of `all`. */
  chosen: string;
  onChoose: (value: string) => void;
  /** Fetches more of them; null where there are no more. */
  onMore: (() => Promise<void>) | null;
}

/** One login out of those elsewhere, or all of them. */
export function SessionChoice({ sessions, all, chosen, onChoose, onMore }: Props) {
  const radio = (value: string) => (
    <input
      type="radio"
      name="session"
      value={value}
      checked={chosen === value}
      onChange={() => onChoose(value)}
    />
  );
  return (
    <fieldset className="sessions">
      <legend>Which login should end?</legend>
      {all && (
        <label className="session">
          {radio(all.value)}
          <span>
            <b>All others</b>
            <small>{all.count} logins, on every other device and browser</small>
          </span>
        </label>
      )}
      {sessions.map((session) => (
        <label className="session" key={session.id}>
          {radio(session.id)}
          <SessionTimes session={session} />
        </label>
      ))}
      {onMore && (
        <button className="text-button" type="button" onClick={() => void onMore()}>
          Load more
        </button>
      )}
    </fieldset>
  );
}

/** When it began and was used last: all that is known of it. */
export function SessionTimes({ title, session }: { title?: string; session: OwnSessionJson }) {
  const begun = formatMoment(Date.parse(session.created_at));
  const used = formatMoment(Date.parse(session.last_used_at));
  return (
    <span>
      <b>{title ?? `Logged in ${begun}`}</b>
      <small>{title === undefined ? `Last used ${used}` : `Logged in ${begun}, last used ${used}`}</small>
    </span>
  );
}
