import type { OwnSessionJson } from '../../lib/shared/schemas/accounts.ts';
import { deviceOf, lastUsed, sinceWhen } from './session-words.ts';

interface Props {
  sessions: OwnSessionJson[];
  /** The choice of all sessions, which the list may not show in full; null if there is only one. */
  all: { value: string; count: number } | null;
  /** Id of a session, or the value of `all`. */
  chosen: string;
  onChoose: (value: string) => void;
  /** Fetches more sessions; null if there are no more. */
  onMore: (() => Promise<void>) | null;
}

/** Lets a person choose one of the other sessions, or all of them. */
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
            <small>{all.count} logins, not this one</small>
          </span>
        </label>
      )}
      {sessions.map((session) => (
        <label className="session" key={session.id}>
          {radio(session.id)}
          <span>
            <b>{deviceOf(session)}</b>
            <small>{lastUsed(session)}</small>
            <small>{sinceWhen(session)}</small>
          </span>
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
