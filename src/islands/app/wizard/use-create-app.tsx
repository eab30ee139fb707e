import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { appsApi, type ChangedApp } from '../../../lib/client/api/apps-api.ts';
import {
  $draft,
  changeDraft,
  clearDraft,
  type Draft,
  type StepName,
} from '../../../lib/client/drafts/draft.ts';
import { settles } from '../../../lib/client/api/request-keys.ts';
import { handOver } from '../../../lib/client/session/handover.ts';
import { askInTime, noteTaken } from '../../../lib/client/forms/taken-name.ts';
import { createAppSchema, linkNames, type CreateApp } from '../../../lib/shared/schemas/app-forms.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { errorsOf } from '../../forms/form-values.ts';
import { useSave, type SaveState } from '../../forms/use-save.ts';
import { totalBytesAllowed } from './steps.ts';

export interface Creation {
  form: SaveState;
  create: () => void;
}

/** The last step of the wizard: everything is judged once more, sent, and only then forgotten here. */
export function useCreateApp(visitor: AccessClaims | null, go: (step: StepName) => void): Creation {
  const toBasics = (
    <button className="text-button" type="button" onClick={() => go('basic')}>
      Change the name or the description
    </button>
  );
  const form = useSave({
    texts: { 401: messages.errors.login, other: messages.errors.server, serverFirst: true },
    names: ['name', 'description', ...linkNames],
    explain: (failure) => {
      const isLater = failure.kind === 'network' || failure.status === 429 || failure.status === 503;
      if (isLater) return messages.wizard.nothingLost;
      return 'name' in failure.fields || 'description' in failure.fields ? toBasics : undefined;
    },
  });

  const create = (): void => {
    const draft = $draft.get();
    if (!draft || !visitor) return;
    const parsed = createAppSchema.safeParse({
      ...draft,
      category: draft.categories,
      platform: draft.platform || undefined,
    });
    if (!parsed.success) {
      const errors = errorsOf(parsed.error);
      const isBasic = 'name' in errors || 'description' in errors;
      const [message = messages.errors.server] = Object.values(errors);
      form.setAlert({ kind: 'error', message, detail: isBasic ? toBasics : undefined });
      form.showErrors(errors);
      return;
    }
    const bytes = [...draft.logo, ...draft.screenshots].reduce((sum, { file }) => sum + file.size, 0);
    if (bytes > totalBytesAllowed) {
      form.setAlert({ kind: 'error', message: messages.pictures.allTooLarge });
      return;
    }
    void form.save(
      (onProgress) => send(draft, parsed.data, onProgress),
      ({ name, name_id: nameId }) => {
        void clearDraft();
        handOver('created-app', JSON.stringify({ name, nameId }));
        return { message: messages.appForms.created, to: urls.home() };
      },
    );
  };
  return { form, create };
}

function bodyOf(draft: Draft, app: CreateApp): FormData {
  const body = new FormData();
  body.set('name', app.name);
  body.set('description', app.description);
  body.set('category', (app.category ?? []).join(','));
  if (app.platform) body.set('platform', app.platform);
  for (const name of linkNames) body.set(name, app[name] ?? '');
  for (const { file } of draft.logo) body.set('logo', file);
  for (const { file } of draft.screenshots) body.append('screenshot', file);
  return body;
}

/** As the server says it. */
const nameTaken: ApiResult<never> = {
  kind: 'refused',
  status: 400,
  error: messages.app.nameTaken,
  fields: { name: messages.app.nameTaken },
};

async function send(
  draft: Draft,
  app: CreateApp,
  onProgress: (part: number) => void,
): Promise<ApiResult<ChangedApp>> {
  // A draft may be days old: the name is asked for once more before the pictures leave. Where an answer was lost, this app may have it,
  // and the server, which is sent the same with the same key, says so.
  const isTaken = !draft.unanswered && (await askInTime(app.name)) === 'taken';
  const result = isTaken ? nameTaken : await upload(draft, app, onProgress);
  if (result.kind !== 'refused') return result;
  if (result.fields['name'] === messages.app.nameTaken) noteTaken(app.name);
  if (settles(result.status)) changeDraft({ unanswered: false });
  return result;
}

async function upload(
  draft: Draft,
  app: CreateApp,
  onProgress: (part: number) => void,
): Promise<ApiResult<ChangedApp>> {
  // Written down first: the page may not live to see the answer.
  changeDraft({ unanswered: true });
  return await appsApi.create(bodyOf(draft, app), onProgress);
}
