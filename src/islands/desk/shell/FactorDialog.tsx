import { factorsApi } from '../../../lib/client/api/member-api.ts';
import { ProveFactor } from '../../security/ProveFactor.tsx';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { WithFetched } from '../../ui/WithFetched.tsx';
import { Dialog } from './Dialog.tsx';
import type { WantedProof } from './proof-context.ts';

interface Props {
  wanted: WantedProof;
  /** Why it is needed, as the server says it. */
  says: string;
  onProved: () => void;
  onClose: () => void;
}

const titles: Record<WantedProof, string> = {
  second_factor: 'Prove that it is you',
  fresh_factor: 'Prove again that it is you',
};

/** Asks for a second factor. What was typed in the page below stays. */
export function FactorDialog({ wanted, says, onProved, onClose }: Props) {
  return (
    <Dialog title={titles[wanted]} onClose={onClose}>
      <WithFetched fetch={factorsApi.list} waiting="One moment ...">
        {(factors) =>
          factors.passkeys.length === 0 && factors.authenticator === null ? (
            <p>
              {says} <a href={urls.updateProfilePart('security')}>Add a second factor to your account</a>,
              then come back.
            </p>
          ) : (
            <ProveFactor factors={factors} says={says} autoFocus onProved={onProved} />
          )
        }
      </WithFetched>
    </Dialog>
  );
}
