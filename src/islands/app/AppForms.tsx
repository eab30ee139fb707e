// The forms with which an owner changes an app, its releases and its parts.
import { linkNames } from '../../lib/shared/addresses/links.ts';
import { useState } from 'react';
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
import type { ErrorTexts } from '../forms/api-error.ts';
import { ListField, SelectField } from '../forms/choices.tsx';
import { Field, useField, type FieldProps } from '../forms/Field.tsx';
import { type FieldErrors, Form, textsOf, useForm, type Value, type Values } from '../forms/Form.tsx';
import { WithFetched } from '../ui/fetched.tsx';
import { useNameCheck } from './use-name-check.ts';

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
      <WithFetched
        fetch={() => callApi<string[]>('GET', '/app/category_list/', { anonymous: true })}
        waiting="Fetching categories..."
        failed={{
          message: messages.appForms.categoriesFailed,
          detail: messages.appForms.categoriesFailedHint,
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

const parts: Record<UpdateForm | 'category' | 'held', Part> = {
  'basic-info': { names: updateForms['basic-info'], done: messages.appForms.infoUpdated },
  'download-links': {
    names: updateForms['download-links'],
    texts: {
      400: messages.appForms.linksInvalid,
      401: messages.appForms.linksLogin,
      other: messages.appForms.linksFailed,
    },
    done: messages.appForms.linksUpdated,
  },
  facts: { names: updateForms.facts, done: messages.appForms.factsUpdated },
  category: { names: ['category'], done: messages.appForms.categoryUpdated },
  // What a rule can hold an app for. The other pages that update a held app exist for nobody.
  held: {
    names: ['name', 'description', 'long_description', ...linkNames],
    done: messages.appForms.infoUpdated,
  },
};

interface PartProps {
  appId: string;
  nameId: string;
  part: keyof typeof parts;
  values: Partial<Record<FieldName, string>>;
  mayBeEmpty?: boolean;
  known?: readonly string[];
}

/** The form with which an owner changes texts and choices of an app. */
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
      const { nowHeld, stillHeld } = messages.appForms;
      const to = urls.updateProfilePart('listings');
      if (app.state === 'held') return { message: wasHeld ? stillHeld : nowHeld, to };
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

const stateOptions = { public: 'Public', unlisted: 'Unlisted: only by its address' };
const lifecycleOptions = { active: 'Yes: active', discontinued: 'No: discontinued' };

/** Whether an app is in lists, and whether it is discontinued. */
export function VisibilityForm({ appId, state, lifecycle, successor }: VisibilityProps) {
  const initial: Record<'state' | 'lifecycle' | 'replaced_by', string> = {
    state,
    lifecycle,
    replaced_by: successor,
  };
  // The server forgets the successor of an app that is active again.
  const sentOf = (values: { lifecycle: string }, { replaced_by, ...others }: { replaced_by?: string }) =>
    values.lifecycle === 'discontinued' && replaced_by !== undefined ? { ...others, replaced_by } : others;
  const form = useForm({
    draft: `app-visibility:${appId}`,
    initial,
    send: (values, { changed }) => updateApp(appId, sentOf(values, changed)),
    done: () => ({ message: messages.appForms.visibilityUpdated }),
    ready: (values, changed) => Object.keys(sentOf(values, changed)).length > 0,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      {isOwnerState(state) ? (
        <SelectField
          name="state"
          label="Visibility"
          options={stateOptions}
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
        options={lifecycleOptions}
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

/** Deletes an app, or a release or a screenshot of it. */
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
      return { ...mistakesIn(changed), version: messages.appForms.lowerVersion(version, current.version) };
    },
    send: (values) => callApi('POST', '/app/version/', { body: { app: appId, ...values } }),
    texts: {
      400: messages.appForms.versionInvalid,
      401: messages.appForms.versionRefused,
      other: messages.appForms.versionFailed,
    },
    done: () => ({ message: messages.appForms.versionAdded, to: urls.app(nameId) }),
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
    done: () => ({ message: messages.appForms.releaseUpdated, to: urls.versions(nameId) }),
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
  const { releaseType: placeholder, releaseTypeStays } = messages.appForms;
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
        placeholder={before && placeholder}
        hint={before && type === '' ? releaseTypeStays(releaseTypes[before.releaseType]) : undefined}
      />
      <Field
        name="version"
        label="Version"
        placeholder="Release version"
        hint={before && messages.appForms.versionStays(before.version)}
      />
      <Field name="release_date" label="Release date" type="datetime-local" hint="Lagos time" />
    </>
  );
}
