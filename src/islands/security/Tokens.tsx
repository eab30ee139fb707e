import { tokenLimits } from '../../lib/shared/schemas/limits.ts';
import { useRef, useState } from 'react';
import { callApi, type Paged } from '../../lib/client/api/api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { OwnAppJson } from '../../lib/shared/schemas/apps.ts';
import type { FactorsJson, MadeToken, TokenJson, TokensJson } from '../../lib/shared/schemas/factors.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { factorMessages, tokenDays, tokenScopes } from '../../lib/shared/text/factor-messages.ts';
import { showFailure } from '../forms/api-error.ts';
import { ListField, SelectField } from '../forms/choices.tsx';
import { ConfirmPassword, Field } from '../forms/Field.tsx';
import { Form, useForm } from '../forms/Form.tsx';
import { WithVerified } from '../profile/WithProfile.tsx';
import { Button, TextButton } from '../ui/Button.tsx';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { More, WithFetched } from '../ui/fetched.tsx';
import { focusAtOnce, useCopy } from '../ui/use-hydrated.ts';
import { confirmationOf, ProveFactor } from './ProveFactor.tsx';

export default function Tokens() {
  return (
    <WithVerified to="make a token">
      <WithFetched<TokensJson> path="/user/tokens/" waiting="Fetching your tokens...">
        {({ tokens }) => <TokenList first={tokens} />}
      </WithFetched>
    </WithVerified>
  );
}

function TokenList({ first }: { first: TokenJson[] }) {
  const [tokens, setTokens] = useState(first);
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoking, setRevoking] = useState('');
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const summary = useRef<HTMLParagraphElement>(null);
  const close = (): void => {
    setOpen(false);
    summary.current?.focus();
  };
  const revoke = async (id: string): Promise<void> => {
    if (revoking !== '') return;
    setRevoking(id);
    const result = await callApi<TokensJson>('DELETE', `/user/tokens/${id}/`);
    setRevoking('');
    if (result.kind === 'ok') {
      setTokens(result.data.tokens);
      setSecret(null);
      setAlert({ kind: 'success', message: 'Token revoked' });
      summary.current?.focus();
    } else setAlert({ kind: 'error', ...showFailure(result) });
  };
  return (
    <div className="security">
      <p className="part-text" ref={summary} tabIndex={-1}>
        {tokens.length === 0 && 'You have no token. '}
        {tokens.length === tokenLimits.perAccount && `${factorMessages.tokens.tooMany} `}
        Whoever has a token may use it, so keep it where the program keeps its secrets. A new password, or the
        end of all other logins, ends every token.
      </p>
      {!isOpen && <Alert content={alert} />}
      {secret !== null && <Secret secret={secret} onSaved={() => setSecret(null)} />}
      {isOpen ? (
        <section className="factors">
          <h2 ref={focusAtOnce} tabIndex={-1}>
            Make a token
          </h2>
          <WithFetched<FactorsJson> path="/user/factors/" waiting="One moment...">
            {(factors) => (
              <MakeForm
                factors={factors}
                onMade={(made) => {
                  setTokens(made.tokens);
                  setSecret(made.secret);
                  setAlert({ kind: 'success', message: 'Token made' });
                  close();
                }}
              />
            )}
          </WithFetched>
          <TextButton onClick={close}>Cancel</TextButton>
        </section>
      ) : (
        <section className="factors">
          {tokens.map((token) => (
            <Token key={token.id} token={token} isBusy={revoking === token.id} onRevoke={revoke} />
          ))}
          {tokens.length < tokenLimits.perAccount && (
            <Button
              onClick={() => {
                setAlert(null);
                setSecret(null);
                setOpen(true);
              }}
            >
              Make a token
            </Button>
          )}
        </section>
      )}
    </div>
  );
}

function appsOf(apps: TokenJson['apps']): string {
  if (apps === null) return 'All your apps';
  if (apps.length === 0) return 'Its apps are gone';
  return apps.length > 5 ? `${apps.length} apps` : apps.map(({ name }) => name).join(', ');
}

interface TokenProps {
  token: TokenJson;
  isBusy: boolean;
  onRevoke: (id: string) => Promise<void>;
}

function Token({ token, isBusy, onRevoke }: TokenProps) {
  const { id, name, scopes, apps, created_at: made, expires_at: ends, last_used_on: used } = token;
  return (
    <div className="factor">
      <p>
        <b>{name}</b>
        <small>
          {appsOf(apps)}. {scopes.map((scope) => `${tokenScopes[scope]}.`).join(' ')}
        </small>
        <small>
          Made {formatDay(made)}. Ends {formatDay(ends)}.{' '}
          {used === null ? 'Not used yet' : `Last used ${formatDay(used)}`}.
        </small>
      </p>
      <TextButton aria-busy={isBusy} onClick={() => void onRevoke(id)}>
        Revoke <span className="unseen">{name}</span>
      </TextButton>
    </div>
  );
}

const none: readonly string[] = [];

/** Proves a second factor first, where the server will ask for it. */
function MakeForm({ factors, onMade }: { factors: FactorsJson; onMade: (made: MadeToken) => void }) {
  const [asked, setAsked] = useState(confirmationOf(factors, true));
  const asksPassword = asked === 'password';
  const form = useForm({
    initial: { name: '', scopes: none, which: 'chosen', apps: none, days: '90', password: '' },
    send: ({ name, scopes, which, apps, days, password }) => {
      const chosen = which === 'all' ? which : apps.join();
      const body = { name, scopes: scopes.join(), apps: chosen, days, password: password || undefined };
      return callApi<MadeToken>('POST', '/user/tokens/', { body });
    },
    done(made) {
      onMade(made);
      return undefined;
    },
    ready: ({ name, scopes, which, apps, password }) =>
      name.trim() !== '' &&
      scopes.length > 0 &&
      (which === 'all' || apps.length > 0) &&
      (!asksPassword || password !== ''),
  });
  const proved = (): void => setAsked('nothing');
  if (asked === 'factor')
    return <ProveFactor factors={factors} says="Prove your second factor first." onProved={proved} />;
  return (
    <Form form={form} action="Make token" busy="One moment...">
      <Field
        name="name"
        label="Name"
        hint="Where the program runs, such as 'GitHub Actions'. Only you see it."
        maxLength={tokenLimits.name}
        required
      />
      <ListField name="scopes" label="What may it do?" options={tokenScopes} />
      <SelectField
        name="which"
        label="Apps"
        options={{ chosen: 'Chosen apps', all: 'All my apps, also later ones' }}
      />
      {form.values.which === 'chosen' && <OwnApps />}
      <SelectField name="days" label="Ends after" options={tokenDays} />
      {asksPassword && <ConfirmPassword />}
    </Form>
  );
}

function OwnApps() {
  return (
    <WithFetched<Paged<OwnAppJson>> path="/user/listings/" waiting="Fetching your apps...">
      {({ results }, of) => (
        <>
          <ListField
            name="apps"
            label="Which apps?"
            options={Object.fromEntries(results.map(({ id, name }) => [id, name]))}
            hint={results.length === 0 ? 'You have not listed an app yet.' : undefined}
          />
          <More of={of} rows=".category" />
        </>
      )}
    </WithFetched>
  );
}

function Secret({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  const [note, copy] = useCopy(secret, 'This browser does not let the site copy. Select the token instead.');
  return (
    <section className="factors fresh-codes" aria-labelledby="fresh-token">
      <h2 id="fresh-token">Your new token</h2>
      <p className="part-text">
        The program sends it as <code>Authorization: Bearer</code>: <a href={urls.apiDocs()}>the API</a> says
        how. <b>It is not shown again.</b>
      </p>
      <p className="token-secret">
        <code>{secret}</code>
      </p>
      <p className="cluster">
        <Button onClick={copy}>Copy</Button>
        <Button className="button" onClick={onSaved}>
          I have saved it
        </Button>
      </p>
      <p className="soft" role="status">
        {note}
      </p>
    </section>
  );
}
