import { discardDraft, takeDraftOver } from '../../../lib/client/drafts/draft.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { LoginLink } from '../../ui/LoginLink.tsx';

/** Replaces the wizard while the draft of this browser belongs to another account. Shows nothing of the draft. */
export function HeldDraft({ hold }: { hold: 'others' | 'nobody' }) {
  const { wizard } = messages;
  const isOthers = hold === 'others';
  return (
    <section className="wizard-held" aria-labelledby="held-title">
      <h1 id="held-title">{isOthers ? wizard.othersTitle : wizard.heldTitle}</h1>
      <p>{isOthers ? wizard.othersNote : wizard.heldNote}</p>
      {isOthers ? (
        <button className="button" type="button" onClick={() => void takeDraftOver()}>
          {wizard.continue}
        </button>
      ) : (
        <LoginLink from={urls.newApp()} className="button" />
      )}
      <button className="button quiet" type="button" onClick={() => void discardDraft()}>
        {wizard.discard}
      </button>
    </section>
  );
}
