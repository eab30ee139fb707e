import type { ApiResult } from '../../../lib/client/api/api.ts';
import { appsApi, type ChangedApp } from '../../../lib/client/api/apps-api.ts';
import { settles } from '../../../lib/client/api/request-keys.ts';
import {
  changeDraft,
  clearDraft,
  draftFields,
  type Draft,
  type StepName,
} from '../../../lib/client/drafts/draft.ts';
import { askInTime, noteTaken } from '../../../lib/client/forms/taken-name.ts';
import { handOver } from '../../../lib/client/session/handover.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { wizardFields } from '../../../lib/shared/schemas/app-fields.ts';
import { createAppSchema } from '../../../lib/shared/schemas/app-forms.ts';
import { limits } from '../../../lib/shared/schemas/limits.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import type { FieldErrors } from '../../forms/form-values.ts';
import { useForm } from '../../forms/use-form.ts';
import type { ValueStore } from '../../forms/use-kept.ts';

/** The most bytes of all pictures together. The rest of a request is for its texts. */
const pictureBytes = limits.requestBytes - 64 * 1024;

/** Leaves out empty fields. */
function inputOf(draft: Draft): Record<string, string> {
  const filled = draftFields.filter((name) => draft[name] !== '');
  const typed = Object.fromEntries(filled.map((name) => [name, draft[name]]));
  return { ...typed, ...(draft.categories.length > 0 && { category: draft.categories.join(',') }) };
}

/** The wizard's values, which the draft holds. */
function storeOf(draft: Draft | null): ValueStore {
  const values = Object.fromEntries(draftFields.map((name) => [name, draft?.[name] ?? '']));
  // Nothing settles: the whole draft is cleared once the app is listed.
  return { values, changed: values, change: changeDraft, settle: () => undefined, kept: null };
}

/** The wizard's form: checks everything again, sends it, and clears the draft after a success. */
export function useCreateApp(
  draft: Draft | null,
  visitor: AccessClaims | null,
  go: (step: StepName) => void,
) {
  const toBasics = (
    <button className="text-button" type="button" onClick={() => go('basic')}>
      Change the name or the description
    </button>
  );
  const isBasic = (errors: FieldErrors) => wizardFields.basic.some((name) => name in errors);
  return useForm({
    store: storeOf(draft),
    schema: createAppSchema,
    input: () => (draft ? inputOf(draft) : {}),
    ready: () => draft !== null && visitor?.is_verified === true,
    onMistakes(errors) {
      const [message = messages.errors.server] = Object.values(errors);
      return { kind: 'error', message, detail: isBasic(errors) ? toBasics : undefined };
    },
    ask() {
      const pictures = draft ? [...draft.logo, ...draft.screenshots] : [];
      const bytes = pictures.reduce((sum, { file }) => sum + file.size, 0);
      return bytes > pictureBytes ? { kind: 'error', message: messages.pictures.allTooLarge } : null;
    },
    send: async (app, onProgress) => await send(draft as Draft, app.name, onProgress),
    texts: { 401: messages.errors.login, other: messages.errors.server, serverFirst: true },
    done({ name, name_id: nameId, state }) {
      void clearDraft();
      if (state === 'held')
        return { message: messages.appForms.createdHeld, to: urls.updateProfilePart('listings') };
      handOver('created-app', JSON.stringify({ name, nameId }));
      return { message: messages.appForms.created, to: urls.home() };
    },
    names: draftFields,
    explain: (failure) => {
      const isLater = failure.kind === 'network' || failure.status === 429 || failure.status === 503;
      if (isLater) return messages.wizard.nothingLost;
      return isBasic(failure.fields) ? toBasics : undefined;
    },
  });
}

/** Equals the server's refusal. */
const nameTaken: ApiResult<never> = {
  kind: 'refused',
  status: 400,
  error: messages.app.nameTaken,
  fields: { name: messages.app.nameTaken },
};

async function send(
  draft: Draft,
  name: string,
  onProgress: (part: number) => void,
): Promise<ApiResult<ChangedApp>> {
  // A draft may be days old, so the name is checked again before the pictures are sent. If an answer was lost, this app
  // may have the name; the server then repeats its answer, because the request has the same key.
  const isTaken = !draft.unanswered && (await askInTime(name)) === 'taken';
  const result = isTaken ? nameTaken : await upload(draft, onProgress);
  if (result.kind !== 'refused') return result;
  if (result.fields['name'] === messages.app.nameTaken) noteTaken(name);
  if (settles(result.status)) changeDraft({ unanswered: false });
  return result;
}

async function upload(draft: Draft, onProgress: (part: number) => void): Promise<ApiResult<ChangedApp>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(inputOf(draft))) body.set(name, value);
  for (const { file } of draft.logo) body.set('logo', file);
  for (const { file } of draft.screenshots) body.append('screenshot', file);
  // Stored before the request, because the page may be closed before the answer.
  changeDraft({ unanswered: true });
  return await appsApi.create(body, onProgress);
}
