import { stepNames, type Draft, type StepName } from '../../../lib/client/drafts/draft.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { isComplete, isOpen } from './steps.ts';

interface Props {
  draft: Draft | null;
  takenName: string;
  current: StepName;
  onGo: (step: StepName) => void;
}

export function ProgressStrip({ draft, takenName, current, onGo }: Props) {
  return (
    <nav aria-label="Steps">
      <ol className="steps">
        {stepNames.map((step, index) => {
          const isDone = draft !== null && isComplete(step, draft, takenName);
          return (
            <li key={step} className={isDone ? 'complete' : undefined}>
              <button
                type="button"
                disabled={draft !== null && !isOpen(step, draft, takenName)}
                aria-current={step === current ? 'step' : undefined}
                onClick={() => onGo(step)}
              >
                <span className="step-mark">{isDone ? <Icon name="check" size={18} /> : index + 1}</span>
                <span className="step-name">
                  {messages.wizard.steps[step].name}
                  {isDone && <span className="unseen"> (complete)</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
