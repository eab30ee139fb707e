import { useEffect, useState } from 'react';
import { changeNotices } from '../../lib/client/api/api.ts';
import { noteAllSeen } from '../../lib/client/session/member-page.ts';
import type { NoticeJson, NoticesJson } from '../../lib/shared/schemas/follow.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { mailTimes, type MailTime } from '../../lib/shared/text/follow-messages.ts';
import { Select } from '../forms/choices.tsx';
import { FieldFrame } from '../forms/Field.tsx';
import { showFailure } from '../forms/api-error.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/fetched.tsx';

const mailNames = ['release_mail', 'app_mail'] as const;
type MailName = (typeof mailNames)[number];
const labels: Record<MailName, string> = {
  release_mail: 'Releases of apps that you follow',
  app_mail: 'New apps of developers that you follow',
};
const kinds: Record<NoticeJson['kind'], string> = { release: 'Release', app: 'New app', decision: 'Report' };

export default function Notifications() {
  return (
    <WithFetched<NoticesJson> path="/user/me/notices/" waiting="Loading what is new...">
      {(notices) => <Notices first={notices} />}
    </WithFetched>
  );
}

function Notices({ first }: { first: NoticesJson }) {
  const [times, setTimes] = useState<Record<MailName, MailTime>>(first);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const [saved, setSaved] = useState<MailName | null>(null);
  const newest = first.results[0]?.at;

  useEffect(() => {
    // What is shown here is read, on every device. Where the answer is lost, it is shown as new once more.
    if (first.unseen > 0 && newest !== undefined) void changeNotices({ seen_at: newest });
    noteAllSeen();
  }, [first, newest]);

  const change = async (name: MailName, time: MailTime): Promise<void> => {
    setSaved(null);
    setTimes((others) => ({ ...others, [name]: time }));
    const result = await changeNotices({ [name]: time });
    if (result.kind === 'ok') {
      setAlert(null);
      setSaved(name);
      return;
    }
    setTimes((others) => ({ ...others, [name]: times[name] }));
    setAlert({ kind: 'error', ...showFailure(result) });
  };

  return (
    <>
      {first.results.length === 0 && (
        <p className="soft">Nothing new in the last 60 days. Follow apps and developers on their pages.</p>
      )}
      <ul className="stack own-listings">
        {first.results.map(({ kind, at, path, title }) => (
          <li key={`${kind} ${path} ${at}`} className="sheet stack">
            <h2>
              <a href={path}>{title}</a>
            </h2>
            <p className="soft">
              {at > first.seen_at && <b>New: </b>}
              {kinds[kind]}, {formatDay(at)}
            </p>
          </li>
        ))}
      </ul>
      <h2>Mails</h2>
      {mailNames.map((name) => (
        <FieldFrame key={name} id={name} label={labels[name]} note={saved === name && 'Saved.'}>
          <Select
            id={name}
            aria-describedby={`${name}-note`}
            value={times[name]}
            options={mailTimes}
            onChange={(time) => void change(name, time as MailTime)}
          />
        </FieldFrame>
      ))}
      <p className="soft">Decisions about your reports are always mailed at once.</p>
      <Alert content={alert} />
    </>
  );
}
