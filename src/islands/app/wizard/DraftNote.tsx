import { messages } from '../../../lib/shared/text/messages.ts';
import { Icon } from '../../ui/Icon.tsx';

export function DraftNote({ state }: { state: 'none' | 'saved' | 'failed' }) {
  return (
    <p className="draft-note" role="status">
      {state === 'saved' && (
        <>
          <Icon name="check" size={16} /> {messages.wizard.saved}
        </>
      )}
      {state === 'failed' && messages.wizard.notSaved}
    </p>
  );
}
