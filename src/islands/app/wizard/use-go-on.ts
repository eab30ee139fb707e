import { useState } from 'react';
import { $draft, type StepName } from '../../../lib/client/drafts/draft.ts';
import { answerInTime } from '../../../lib/client/forms/taken-name.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import type { FormState } from '../../forms/use-form.ts';

/** Opens another step. Leaving the first one needs the server's answer that the name is free, or no answer in time. */
export function useGoOn(form: FormState, go: (step: StepName) => void) {
  const [isAsking, setAsking] = useState(false);
  const goOn = async (next: StepName): Promise<void> => {
    const draft = $draft.get();
    if (draft?.step === 'basic' && next !== 'basic') {
      setAsking(true);
      const answer = await answerInTime(draft.name);
      setAsking(false);
      if (answer === 'taken' && !draft.unanswered) {
        form.showErrors({ name: messages.app.nameTaken });
        return;
      }
      // The person has opened another step meanwhile.
      if ($draft.get()?.step !== 'basic') return;
    }
    go(next);
  };
  return { goOn, isAsking };
}
