import type { ReactNode } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { KeptNote } from './KeptNote.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { KeptState } from './use-kept.ts';
import type { SaveState } from './use-save.ts';

interface Props {
  form: SaveState;
  /** On the submit button. */
  action: string;
  /** On the submit button while the answer is on its way. */
  busy: string;
  isReady: boolean;
  onSubmit: () => void;
  danger?: boolean;
  /** Of a form over `useKept`. */
  kept?: KeptState;
  children: ReactNode;
}

/** A form over `useSave`. Until its script is there it takes nothing, so that nothing typed too early is lost. */
export function SaveForm({ form, action, busy, isReady, onSubmit, danger = false, kept, children }: Props) {
  const isHydrated = useHydrated();
  const isSending = form.status === 'sending';
  return (
    <form
      ref={form.ref}
      className={danger ? 'form danger' : 'form'}
      method="post"
      noValidate
      inert={!isHydrated}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && form.status === 'idle') onSubmit();
      }}
    >
      {kept && <KeptNote kept={kept} />}
      {children}
      <Alert content={form.alert} />
      {form.progress !== null && <UploadProgress part={form.progress} />}
      <SubmitButton
        disabled={form.status === 'idle' && !isReady}
        busy={isSending}
        done={form.status === 'done'}
      >
        {isSending ? busy : action}
      </SubmitButton>
    </form>
  );
}
