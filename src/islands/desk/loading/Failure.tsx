import { messages } from '../../../lib/shared/text/messages.ts';
import { LoginLink, thisPage } from '../../ui/Alert.tsx';
import type { Loaded } from './use-loaded.ts';

interface Props {
  failure: NonNullable<Loaded<unknown>['failure']>;
  onRetry: () => void;
}

/** Tells why data could not be fetched, and offers to try again. */
export function Failure({ failure, onRetry }: Props) {
  return (
    <div className="form-alert error" role="alert">
      <div>
        <p>{failure.message}</p>
        {failure.detail !== undefined && <p>{failure.detail}</p>}
        {failure.status === 401 ? (
          <LoginLink from={thisPage()} />
        ) : (
          <button className="text-button" type="button" onClick={onRetry}>
            {messages.errors.tryAgain}
          </button>
        )}
      </div>
    </div>
  );
}
