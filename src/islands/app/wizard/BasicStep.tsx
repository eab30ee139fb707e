import type { Draft } from '../../../lib/client/drafts/draft.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { wizardFields } from '../../../lib/shared/schemas/app-fields.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { AppField } from '../AppField.tsx';
import { useNameCheck } from '../use-name-check.ts';
import { LoginNotice } from './LoginNotice.tsx';
import { PasteAddress } from './paste/PasteAddress.tsx';
import { typingError } from './steps.ts';

interface Props {
  draft: Draft | null;
  visitor: AccessClaims | null;
}

export function BasicStep({ draft, visitor }: Props) {
  // If an answer was lost, this very app may have the name.
  const isTaken = useNameCheck(draft?.name ?? '') && draft?.unanswered !== true;
  return (
    <>
      <PasteAddress visitor={visitor} />
      {wizardFields.basic.map((name) => {
        const taken = name === 'name' && isTaken ? messages.app.nameTaken : undefined;
        const error = typingError(name, draft?.[name] ?? '') ?? taken;
        return (
          <AppField
            key={name}
            name={name}
            error={error}
            {...(name === 'description' && { hint: messages.wizard.descriptionHint })}
          />
        );
      })}
      {visitor === null && <LoginNotice />}
    </>
  );
}
