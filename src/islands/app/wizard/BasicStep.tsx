import { changeDraft, type Draft } from '../../../lib/client/drafts/draft.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { limits } from '../../../lib/shared/schemas/limits.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { TextField } from '../../forms/TextField.tsx';
import type { SaveState } from '../../forms/use-save.ts';
import { useNameCheck } from '../use-name-check.ts';
import { LoginNotice } from './LoginNotice.tsx';
import { basicError } from './steps.ts';

interface Props {
  draft: Draft | null;
  visitor: AccessClaims | null;
  form: SaveState;
}

export function BasicStep({ draft, visitor, form }: Props) {
  const name = draft?.name ?? '';
  const description = draft?.description ?? '';
  // Of an app that was sent and never answered for, the name may be its own.
  const isTaken = useNameCheck(name) && draft?.unanswered !== true;
  return (
    <>
      <TextField
        name="name"
        label="App name"
        value={name}
        onValue={(value) => {
          form.forget('name');
          changeDraft({ name: value });
        }}
        error={basicError('name', name) ?? (isTaken ? messages.app.nameTaken : form.errors['name'])}
        autoComplete="off"
        required
      />
      <TextField
        name="description"
        label="Description"
        value={description}
        onValue={(value) => {
          form.forget('description');
          changeDraft({ description: value });
        }}
        error={basicError('description', description) ?? form.errors['description']}
        hint={messages.wizard.descriptionHint}
        max={limits.appDescription}
        rows={3}
        required
      />
      {visitor === null && <LoginNotice />}
    </>
  );
}
