import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { wizardFields } from '../../../lib/shared/schemas/app-fields.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { VerifyNotice } from '../../ui/VerifyNotice.tsx';
import { AppField } from '../AppField.tsx';
import { LoginNotice } from './LoginNotice.tsx';

export function LinksStep({ visitor }: { visitor: AccessClaims | null }) {
  return (
    <>
      <p className="soft">At least one, so that people can get your app.</p>
      {wizardFields.links.map((name) => (
        <AppField key={name} name={name} />
      ))}
      <details className="more-facts">
        <summary>{messages.wizard.moreFacts}</summary>
        <div className="form">
          {wizardFields.facts.map((name) => (
            <AppField key={name} name={name} />
          ))}
        </div>
      </details>
      {visitor === null && <LoginNotice />}
      {visitor?.is_verified === false && (
        <VerifyNotice email={visitor.email} note={messages.wizard.unverifiedNote} />
      )}
    </>
  );
}
