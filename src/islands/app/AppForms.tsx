import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { linkNames } from '../../lib/shared/addresses/links.ts';
import { setFlow } from '../../lib/client/storage.ts';
import { callApi, updateApp } from '../../lib/client/api/api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import {
  fieldOf,
  typedFields,
  updateForms,
  type TypedFieldName,
  type UpdateForm,
  formattingHint,
  releaseTypes,
  type ReleaseType,
} from '../../lib/shared/schemas/app-fields.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import {
  isOwnerState,
  type Lifecycle,
  type ListingState,
  isLowerVersion,
} from '../../lib/shared/schemas/apps.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { nameKey } from '../../lib/shared/text/text.ts';
import type { ErrorTexts } from '../forms/api-error.ts';
import { ListField, SelectField } from '../forms/choices.tsx';
import { Field, useField, type FieldProps } from '../forms/Field.tsx';
import { type FieldErrors, Form, textsOf, useForm, type Value, type Values } from '../forms/Form.tsx';
import { WithFetched } from '../ui/fetched.tsx';

interface FieldOfAppProps extends Partial<Pick<FieldProps, 'error' | 'hint'>> {
  name: TypedFieldName;
  /** The form changes an app; otherwise it lists a new one. */
  isUpdate?: boolean;
}

/** A field that app-fields.ts describes. */
export function AppField({ name, isUpdate = false, ...own }: FieldOfAppProps) {
  const { isList, isRequired, link, options, ...field } = fieldOf(name);
  const label = (isUpdate ? field.updateLabel : undefined) ?? field.label;
  const open = field.none ?? (isUpdate ? undefined : field.automatic);
  const shown = { name, label, hint: field.hint, ...own };
  if (options && isList) return <ListField {...shown} options={options} />;
  if (options) return <SelectField {...shown} options={options} none={open} />;
  return (
    <Field
      {...shown}
      required={isRequired}
      max={field.max}
      rows={field.rows}
      placeholder={field.placeholder}
      {...(link && { type: link, inputMode: 'url', verbatim: true })}
    />
  );
}

/** @param known the names of all categories, where the page has them */
export function CategoryChoice({ known }: { known?: readonly string[] | undefined }) {
  const { value: chosen } = useField<readonly string[]>('category', { empty: [] });
  if (!known)
    return (
      <WithFetched<string[]>
        path="/app/category_list/"
        anonymous
        waiting="Fetching categories..."
        failed={{
          message: 'Error fetching categories',
          detail: 'Check your network connection',
        }}
      >
        {(fetched) => <CategoryChoice known={fetched} />}
      </WithFetched>
    );
  const max = limits.categoriesPerApp;
  const options = Object.fromEntries([...known, ...chosen].map((name) => [name, name]));
  return <ListField name="category" label={`Categories, ${max} at most`} options={options} max={max} />;
}

/** What the schemas say of these values, by field. */
export function mistakesIn(values: object): FieldErrors {
  const found = Object.entries(textsOf(values)).map(([name, text]) => {
    const field = name in typedFields ? typedFields[name as TypedFieldName] : undefined;
    return [name, field?.schema.safeParse(text).error?.issues[0]?.message] as const;
  });
  return Object.fromEntries(found.flatMap(([name, message]) => (message ? [[name, message]] : [])));
}

/** Texts as the API has them, with lists as arrays. */
function valuesOf(names: readonly FieldName[], texts: Partial<Record<FieldName, string>>): Values {
  const valueOf = (name: FieldName): Value => {
    const text = texts[name] ?? '';
    return name === 'category' || fieldOf(name).isList ? text.split(',').filter(Boolean) : text;
  };
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

type FieldName = TypedFieldName | 'category';

interface Part {
  names: readonly FieldName[];
  texts?: ErrorTexts;
  done: string;
}

const infoUpdated = 'App info update successful';

const parts: Record<UpdateForm | 'category' | 'held', Part> = {
  'basic-info': { names: updateForms['basic-info'], done: infoUpdated },
  'download-links': {
    names: updateForms['download-links'],
    texts: {
      400: 'Unable to perform update. Kindly fix any form errors and re-submit',
      401: 'Kindly login to update your Profile',
      other: 'Network Error',
    },
    done: messages.appForms.linksUpdated,
  },
  facts: { names: updateForms.facts, done: 'App facts update successful' },
  category: { names: ['category'], done: 'App category update successful' },
  // What a rule can hold an app for. The other pages that update a held app exist for nobody.
  held: {
    names: ['name', 'description', 'long_description', ...linkNames],
    done: infoUpdated,
  },
};

// The server is asked whether another app has a name, so that nobody uploads pictures in vain. It checks the name again
// when the app is sent.

/** Milliseconds between the last key and the request. */
const delayMs = 800;

/** Milliseconds that a person who wants to continue waits for an answer. */
const patienceMs = 4_000;

/** Key of the name that is known to be taken; '' for none. */
export const $takenName = atom('');

let last: { key: string; answer: Promise<boolean> } | null = null;

function askForName(name: string, again: boolean): Promise<boolean> {
  const key = nameKey(name);
  if (!again && last?.key === key) return last.answer;
  if (key === '' || Array.from(key).length > limits.appName) return Promise.resolve(false);
  const path = `/app/exists/?name=${encodeURIComponent(key)}`;
  const answer = callApi<{ exists: boolean }>('GET', path).then((result) => {
    // Without an answer the next call asks again.
    if (result.kind !== 'ok') last = null;
    else if (result.data.exists) $takenName.set(key);
    else if ($takenName.get() === key) $takenName.set('');
    return result.kind === 'ok' && result.data.exists;
  });
  last = { key, answer };
  return answer;
}

/**
 * For a person who wants to continue: uses the last answer for this name, or the request that is still running.
 * @param again asks in any case, because the draft may be days old
 */
export async function isTakenInTime(name: string, again = false): Promise<boolean> {
  return await Promise.race([
    askForName(name, again),
    new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false)),
  ]);
}

/** Whether another app has this name. @param own the app's current name */
export function useNameCheck(name: string, own = ''): boolean {
  const takenName = useStore($takenName);
  const key = nameKey(name);
  const isAsked = key !== '' && key !== nameKey(own);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => void askForName(key, true), delayMs);
    return () => clearTimeout(timer);
  }, [key, isAsked]);
  return isAsked && key === takenName;
}

interface PartProps {
  appId: string;
  nameId: string;
  part: keyof typeof parts;
  values: Partial<Record<FieldName, string>>;
  mayBeEmpty?: boolean;
  known?: readonly string[];
}

export function AppFieldsForm(props: PartProps) {
  const { appId, nameId, part, values: saved, mayBeEmpty = true, known } = props;
  const wasHeld = part === 'held';
  const { names, texts, done: message } = parts[part];
  const form = useForm({
    draft: `app-${part}:${appId}`,
    initial: valuesOf(names, saved),
    check: (_, changed) => mistakesIn(changed),
    // Unchanged fields are not sent, because they may have been changed elsewhere.
    send: (_, { changed }) => updateApp(appId, textsOf(changed)),
    ...(texts && { texts }),
    done(app) {
      const to = urls.updateProfilePart('listings');
      if (app.state === 'held') {
        const inReview = wasHeld
          ? 'The app is still in review.'
          : 'We will review this app before it is public again.';
        return { message: `Saved. ${inReview} Here is why.`, to };
      }
      if (wasHeld) return { message, to };
      // A new name gives the page a new address.
      return { message, ...(app.name_id !== nameId && { to: urls.updateAppPart(app.name_id, part) }) };
    },
    ready: (values, changed) =>
      Object.keys(changed).length > 0 &&
      (mayBeEmpty || names.some((name) => String(values[name] ?? '') !== '')),
    // A page has as many as the account has held apps.
    prefix: wasHeld ? `${appId}-` : '',
  });
  const isTaken = useNameCheck(String(form.values['name'] ?? ''), saved.name);
  return (
    <Form form={form} action="Save" busy="Saving...">
      {names.map((name) =>
        name === 'category' ? (
          <CategoryChoice key={name} known={known} />
        ) : (
          <AppField
            key={name}
            name={name}
            isUpdate
            error={name === 'name' && isTaken ? messages.app.nameTaken : undefined}
          />
        ),
      )}
    </Form>
  );
}

interface VisibilityProps {
  appId: string;
  state: ListingState;
  lifecycle: Lifecycle;
  /** Path of the app that replaces it; '' for none. */
  successor: string;
}

export function VisibilityForm({ appId, state, lifecycle, successor }: VisibilityProps) {
  // The server forgets the successor of an app that is active again.
  const sentOf = (values: { lifecycle: string }, { replaced_by, ...others }: { replaced_by?: string }) =>
    values.lifecycle === 'discontinued' && replaced_by !== undefined ? { ...others, replaced_by } : others;
  const form = useForm({
    draft: `app-visibility:${appId}`,
    initial: { state, lifecycle, replaced_by: successor },
    send: (values, { changed }) => updateApp(appId, sentOf(values, changed)),
    done: () => ({ message: 'Visibility update successful' }),
    ready: (values, changed) => Object.keys(sentOf(values, changed)).length > 0,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      {isOwnerState(state) ? (
        <SelectField
          name="state"
          label="Visibility"
          options={{ public: 'Public', unlisted: 'Unlisted: only by its address' }}
          hint="An unlisted app is in no list, no search and no feed. Its page and its pictures stay at their addresses."
        />
      ) : (
        <p className="part-text">
          {messages.app.limitedNote} <a href={urls.updateProfilePart('listings')}>Read why</a>
        </p>
      )}
      <SelectField
        name="lifecycle"
        label="Is it still offered?"
        options={{ active: 'Yes: active', discontinued: 'No: discontinued' }}
        hint="A discontinued app stays listed. Its page and its card say that it is discontinued."
      />
      {form.values.lifecycle === 'discontinued' && (
        <Field
          name="replaced_by"
          label="Address of the app that replaces it"
          hint="Any public app of this directory. Leave it empty if there is none."
          inputMode="url"
          verbatim
        />
      )}
    </Form>
  );
}

interface DeleteProps {
  /** Of the API. */
  path: string;
  /** The page that opens afterwards. */
  to: string;
  message: string;
  /** The name of an app, which has to be typed first. */
  name?: string;
}

export function DeleteForm({ path, to, message, name = '' }: DeleteProps) {
  const form = useForm({
    initial: { 'confirm-name': '' },
    send: () => callApi('DELETE', path),
    done: () => {
      if (to === urls.home()) setFlow('deleted', message);
      return { message, to };
    },
    ready: (values) => values['confirm-name'] === name,
  });
  return (
    <Form form={form} action="Delete" busy="Deleting..." danger>
      {name === '' ? (
        <p>This cannot be undone.</p>
      ) : (
        <Field name="confirm-name" label="Type the name of the app" verbatim />
      )}
    </Form>
  );
}

/** All hold texts, as they are sent. */
const noRelease = { latest_feature: '', release_type: '', version: '', release_date: '' };

interface Current {
  version: string;
  releaseType: ReleaseType;
}

interface NewVersionProps {
  appId: string;
  nameId: string;
  current: Current;
}

export function NewVersionForm({ appId, nameId, current }: NewVersionProps) {
  /** The lower number that the form has asked about. */
  const [asked, setAsked] = useState('');
  const form = useForm({
    draft: `new-version:${appId}`,
    initial: noRelease,
    check(values, changed): FieldErrors {
      const version = values.version.trim();
      if (version === asked || !isLowerVersion(version, current.version)) return mistakesIn(changed);
      setAsked(version);
      return {
        ...mistakesIn(changed),
        version: `${version} is lower than the current version ${current.version}. Press the button again if that is right.`,
      };
    },
    send: (values) => callApi('POST', '/app/version/', { body: { app: appId, ...values } }),
    texts: {
      400: 'Version update form is not valid',
      401: 'You are not authorized to perform this action',
      other: 'Error occurred updating your app details',
    },
    done: () => ({ message: 'Version update successful', to: urls.app(nameId) }),
    ready: (values) => values.latest_feature.trim() !== '',
  });
  return (
    <Form form={form} action="Submit" busy="Submitting...">
      <ReleaseFields before={current} />
    </Form>
  );
}

interface EditReleaseProps {
  nameId: string;
  releaseId: string;
  release: typeof noRelease;
}

export function EditReleaseForm({ nameId, releaseId, release }: EditReleaseProps) {
  const form = useForm({
    draft: `release:${releaseId}`,
    initial: release,
    check: (values, changed) => ({
      ...mistakesIn(changed),
      ...(values.latest_feature.trim() === '' && { latest_feature: messages.appForms.featureNeeded }),
    }),
    send: (_, { changed }) => callApi('PATCH', `/app/version/${releaseId}/`, { body: textsOf(changed) }),
    done: () => ({ message: 'Release update successful', to: urls.versions(nameId) }),
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      <ReleaseFields />
    </Form>
  );
}

/** @param before the number and the type that a new release gets without any */
function ReleaseFields({ before }: { before?: Current }) {
  const { value: type } = useField<string>('release_type', { empty: '' });
  return (
    <>
      <Field
        name="latest_feature"
        label="Latest feature"
        hint={formattingHint}
        rows={6}
        max={limits.latestFeature}
        required
      />
      <SelectField
        name="release_type"
        label="Release type"
        options={releaseTypes}
        placeholder={before && 'Choose a release type'}
        hint={
          before && type === ''
            ? `Without a choice it stays '${releaseTypes[before.releaseType]}'.`
            : undefined
        }
      />
      <Field
        name="version"
        label="Version"
        placeholder="Release version"
        hint={before && `Without a number it stays ${before.version}.`}
      />
      <Field name="release_date" label="Release date" type="datetime-local" hint="Lagos time" />
    </>
  );
}
