import { useEffect, useRef, useState } from 'react';
import { callApi, saveFile, type Paged } from '../../lib/client/api/api.ts';
import { siteName } from '../../lib/client/page/page.ts';
import { forgetAccount } from '../../lib/client/session/forget-account.ts';
import { ownId } from '../../lib/client/session/session.ts';
import { setFlow } from '../../lib/client/storage.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { exportFileName } from '../../lib/shared/text/text.ts';
import type { OwnSessionJson } from '../../lib/shared/schemas/accounts.ts';
import { ConfirmPassword } from '../forms/Field.tsx';
import { Form, useForm } from '../forms/Form.tsx';
import { Alert } from '../ui/Alert.tsx';
import { More, WithFetched, type Fetched } from '../ui/fetched.tsx';
import { WithVerified } from './WithProfile.tsx';

const confirmed = {
  initial: { password: '' },
  ready: ({ password }: { password: string }) => password !== '',
};

export function DeleteAccountForm() {
  const form = useForm({
    ...confirmed,
    send: (body) => callApi('POST', `/user/${ownId()}/delete/`, { body }),
    done: () => {
      const message = 'Account deleted successfully';
      void forgetAccount();
      setFlow('deleted', message);
      return { message, to: urls.home() };
    },
  });
  return (
    <Form form={form} action="Delete account" busy="Deleting..." danger>
      <ConfirmPassword />
    </Form>
  );
}

export function ExportForm() {
  const form = useForm({
    ...confirmed,
    send: (body) => callApi<Blob>('POST', `/user/${ownId()}/export/`, { body, isFile: true }),
    done: (zip) => {
      saveFile(zip, exportFileName(siteName()));
      return { message: 'Your data is being downloaded', saved: confirmed.initial };
    },
  });
  return (
    <WithVerified to="download your data">
      <Form form={form} action="Download" busy="Collecting...">
        <ConfirmPassword />
      </Form>
    </WithVerified>
  );
}

export function EndSessionsForm() {
  return (
    <WithFetched<List> path="/user/sessions/" waiting="Fetching your logins...">
      {(list, of) => <Sessions list={list} of={of} />}
    </WithFetched>
  );
}

type List = Paged<OwnSessionJson>;

/** The choice of all sessions but this one. Another choice is the id of a session. */
const others = '';

function Sessions({ list, of }: { list: List; of: Fetched<List> }) {
  const [choice, setChoice] = useState(others);
  const summary = useRef<HTMLParagraphElement>(null);
  const current = list.results.find((session) => session.current);
  const choices = list.results.filter((session) => !session.current);
  const otherCount = list.count - 1;
  const fallback = otherCount === 1 ? (choices[0]?.id ?? others) : others;
  const chosen = choices.some(({ id }) => id === choice) ? choice : fallback;

  const isAlone = otherCount === 0;
  const wasAlone = useRef(isAlone);
  useEffect(() => {
    // The form that had the focus has gone.
    if (isAlone && !wasAlone.current) summary.current?.focus();
  }, [isAlone]);
  const form = useForm({
    ...confirmed,
    send: async ({ password }) => {
      const body = { password, id: chosen || undefined };
      const result = await callApi('POST', '/user/sessions/end/', { body });
      // The session was ended elsewhere: the form says so, and the choice goes.
      if (result.kind === 'error' && result.status === 404) of.reload();
      return result;
    },
    done: () => {
      of.reload();
      const message = chosen === others ? 'All other logins were ended' : 'That login was ended';
      return { message, saved: confirmed.initial };
    },
  });
  const radio = (value: string) => (
    <input
      type="radio"
      name="session"
      value={value}
      checked={chosen === value}
      onChange={() => setChoice(value)}
    />
  );
  return (
    <>
      <p className="part-text" ref={summary} tabIndex={-1}>
        You are logged in here
        {isAlone
          ? ', and nowhere else.'
          : ` and in ${String(otherCount)} other ${otherCount === 1 ? 'place' : 'places'}.`}
      </p>
      {current && (
        <p className="session here">
          <SessionText session={current} />
        </p>
      )}
      {isAlone ? (
        <Alert content={form.alert} />
      ) : (
        <Form
          form={form}
          action={chosen === others ? 'End all others' : 'End this login'}
          busy="Ending..."
          danger
        >
          <fieldset className="sessions">
            <legend>Which login should end?</legend>
            {otherCount > 1 && (
              <label className="session">
                {radio(others)}
                <span>
                  <b>All others</b>
                  <small>{otherCount} logins, not this one</small>
                </span>
              </label>
            )}
            {choices.map((session) => (
              <label className="session" key={session.id}>
                {radio(session.id)}
                <SessionText session={session} />
              </label>
            ))}
            <More of={of} rows=".session" />
          </fieldset>
          <ConfirmPassword />
        </Form>
      )}
    </>
  );
}

/** 'Lagos time' for 'Africa/Lagos'; zones such as 'UTC' and 'Etc/GMT-1' name no place. */
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const city = /^(?!Etc\/).*\/(.+)$/.exec(timeZone)?.[1]?.replaceAll('_', ' ');
const zone = city === undefined ? 'your time' : `${city} time`;

/** @returns '21 Nov 2026, 00:04 Lagos time'; without the zone a time would confuse people who travel */
const timeOf = (iso: string): string => `${formatDateTime(iso)} ${zone}`;

function SessionText({ session }: { session: OwnSessionJson }) {
  const { device, current, created_at: createdAt, last_used_at: lastUsedAt } = session;
  const name = current ? 'This browser' : device === '' ? 'Unknown browser' : device;
  return (
    <span>
      <b>{current && device !== '' ? `${name}: ${device}` : name}</b>
      {!current && <small>Last used {timeOf(lastUsedAt)}</small>}
      <small>Since {timeOf(createdAt)}</small>
    </span>
  );
}
