import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sessionsApi, type SessionsPage } from '../../lib/client/api/sessions-api.ts';
import { $session } from '../../lib/client/session/session.ts';
import { confirmPasswordSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../forms/Form.tsx';
import { showFailure } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { WithFetched } from '../ui/WithFetched.tsx';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { SessionChoice } from './SessionChoice.tsx';
import { deviceOf, sinceWhen } from './session-words.ts';

/** The choice of all sessions but this one. Another choice is the id of a session. */
const others = 'others';

export default function EndSessionsForm() {
  return (
    <WithFetched fetch={sessionsApi.first} waiting="Fetching your logins ...">
      {(page) => <Sessions first={page} />}
    </WithFetched>
  );
}

/** @returns the list without the ended sessions */
function without(ended: string, { results, next, count }: SessionsPage): SessionsPage {
  if (ended === others) return { results: results.filter(({ current }) => current), next: null, count: 1 };
  return { results: results.filter(({ id }) => id !== ended), next, count: count - 1 };
}

function Sessions({ first }: { first: SessionsPage }) {
  const visitor = useStore($session, { ssr: 'initial' });
  const [list, setList] = useState(first);
  const [choice, setChoice] = useState(others);
  const summary = useRef<HTMLParagraphElement>(null);
  const current = list.results.find((session) => session.current);
  const choices = list.results.filter((session) => !session.current);
  const otherCount = list.count - 1;
  const fallback = otherCount === 1 ? (choices[0]?.id ?? others) : others;
  const chosen = choices.some(({ id }) => id === choice) ? choice : fallback;

  const drop = (): void => {
    flushSync(() => setList((shown) => without(chosen, shown)));
    // The form with the focus has gone.
    if (chosen === others || otherCount === 1) summary.current?.focus();
  };

  const form = useForm({
    schema: confirmPasswordSchema,
    send: async ({ password }) => {
      const result = await sessionsApi.end(password, chosen === others ? undefined : chosen);
      // The session was ended elsewhere: the form says so, and the choice goes.
      if (result.kind === 'refused' && result.status === 404) drop();
      return result;
    },
    texts: serverFirst,
    done: () => {
      drop();
      const message = chosen === others ? messages.sessions.othersEnded : messages.sessions.ended;
      return { message };
    },
    ready: ({ password = '' }) => password !== '',
    reset: true,
  });

  const loadMore = async (next: string): Promise<void> => {
    form.setAlert(null);
    const result = await sessionsApi.after(next);
    if (result.kind !== 'ok') {
      const { message, detail } = showFailure(result, serverFirst, []);
      form.setAlert({ kind: 'error', message, detail });
      return;
    }
    // Ignores the result if another press has loaded it, or the other sessions have ended meanwhile.
    setList((shown) =>
      shown.next === next ? { ...result.data, results: [...shown.results, ...result.data.results] } : shown,
    );
  };

  return (
    <>
      <p className="part-text" ref={summary} tabIndex={-1}>
        You are logged in here
        {otherCount === 0
          ? ', and nowhere else.'
          : ` and in ${String(otherCount)} other ${otherCount === 1 ? 'place' : 'places'}.`}
      </p>
      {current && (
        <p className="session here">
          <span>
            <b>{deviceOf(current)}</b>
            <small>{sinceWhen(current)}</small>
          </span>
        </p>
      )}
      {otherCount === 0 ? (
        <Alert content={form.alert} />
      ) : (
        <Form
          form={form}
          action={chosen === others ? 'End all others' : 'End this login'}
          busy="Ending..."
          danger
        >
          <SessionChoice
            sessions={choices}
            all={otherCount > 1 ? { value: others, count: otherCount } : null}
            chosen={chosen}
            onChoose={setChoice}
            onMore={list.next === null ? null : () => loadMore(list.next ?? '')}
          />
          <ConfirmPassword email={visitor?.email ?? ''} />
        </Form>
      )}
    </>
  );
}
