import { hasPasskeys } from '../../lib/client/passkeys/passkeys.ts';
import { factorLimits, type FactorsJson } from '../../lib/shared/schemas/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { hasFactor, type Action } from './factor-state.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const dayOf = (iso: string) => day.format(Date.parse(iso));
const usedOf = (iso: string | null) => (iso === null ? 'Not used yet' : `Last used ${dayOf(iso)}`);

interface Props {
  factors: FactorsJson;
  onAction: (action: Action) => void;
}

/** The second factors of the account, with what can be done with each. */
export function FactorList({ factors, onAction }: Props) {
  const { authenticator, passkeys, recovery_codes: codes } = factors;
  return (
    <>
      <section className="factors">
        <h2>Passkeys</h2>
        <p className="part-text">
          Your phone or computer proves that it is you, by a fingerprint, your face or its PIN. No code to
          type.
        </p>
        {passkeys.map(({ id, name, created_at, last_used_at }) => (
          <div className="factor" key={id}>
            <p>
              <b className="wrap-anywhere">{name}</b>
              <small>
                Added {dayOf(created_at)}. {usedOf(last_used_at)}.
              </small>
            </p>
            <button
              className="text-button"
              type="button"
              onClick={() => onAction({ kind: 'rename-passkey', id, name })}
            >
              Rename <span className="unseen">{name}</span>
            </button>
            <button
              className="text-button"
              type="button"
              onClick={() => onAction({ kind: 'remove-passkey', id, name })}
            >
              Remove <span className="unseen">{name}</span>
            </button>
          </div>
        ))}
        {!hasPasskeys() && <p className="soft">{messages.factors.notSupported}</p>}
        {hasPasskeys() && passkeys.length < factorLimits.passkeys && (
          <button className="button quiet" type="button" onClick={() => onAction({ kind: 'add-passkey' })}>
            Add a passkey
          </button>
        )}
      </section>
      <section className="factors">
        <h2>Authenticator app</h2>
        <p className="part-text">
          An app on your phone shows a new code every 30 seconds, also without network.
        </p>
        {authenticator ? (
          <div className="factor">
            <p>
              <b>Authenticator app</b>
              <small>
                Added {dayOf(authenticator.created_at)}. {usedOf(authenticator.last_used_at)}.
              </small>
            </p>
            <button className="text-button" type="button" onClick={() => onAction({ kind: 'remove-app' })}>
              Remove <span className="unseen">the authenticator app</span>
            </button>
          </div>
        ) : (
          <button className="button quiet" type="button" onClick={() => onAction({ kind: 'add-app' })}>
            Add an authenticator app
          </button>
        )}
      </section>
      {hasFactor(factors) && (
        <section className="factors">
          <h2>Recovery codes</h2>
          <p className="part-text">
            For the day you lose your phone. {codes.left} of {factorLimits.recoveryCodes} are left
            {codes.created_at !== null && `, made on ${dayOf(codes.created_at)}`}.
          </p>
          <button className="button quiet" type="button" onClick={() => onAction({ kind: 'make-codes' })}>
            Make new recovery codes
          </button>
        </section>
      )}
    </>
  );
}
