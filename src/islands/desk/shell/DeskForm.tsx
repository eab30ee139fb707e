// The forms of the desk, each from a list of its fields. This is the one place that knows the form engine.
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { callDesk } from '../../../lib/client/api/desk-api.ts';
import type { TemplateJson } from '../../../lib/shared/schemas/cases.ts';
import { ListField, Select, SelectField } from '../../forms/choices.tsx';
import { Field, FieldFrame, SwitchField } from '../../forms/Field.tsx';
import { Form, useDraft, useForm, useFormContext, type Value, type Values } from '../../forms/Form.tsx';
import { ActionButton, ActionStatus, useAction } from './actions.tsx';
import { Section } from './parts.tsx';

export interface DeskField {
  label: string;
  hint?: string | ((values: Values) => string | undefined);
  /**
   * What the API takes: a text, an instant (typed in the time zone of the device), words (separated by spaces), some of
   * the options, or one of them (where there are options).
   */
  kind?: 'text' | 'email' | 'number' | 'time' | 'words' | 'choices';
  options?: Record<string, string>;
  none?: string;
  rows?: number;
  max?: number;
  /** What a new form begins with; true and false are a switch. */
  initial?: Value;
  /** Whether it can be set once only, when the record is added. */
  isFixed?: boolean;
  showIf?: (values: Values) => boolean;
  templates?: (values: Values) => readonly TemplateJson[];
  /** In place of a field of choices. */
  render?: (name: string) => ReactNode;
}

/** By the names of the API. */
export type DeskFields = Record<string, DeskField>;

const idOf = (one: unknown): string =>
  String(typeof one === 'object' && one !== null && 'id' in one ? one.id : one);

/** @param saved what the API has answered */
function toValue({ kind, options = {}, none, initial }: DeskField, saved: unknown): Value {
  if (kind === 'choices') return Array.isArray(saved) ? saved.map(idOf) : (initial ?? []);
  if (saved === undefined) return initial ?? (none === undefined ? Object.keys(options)[0] : undefined) ?? '';
  if (typeof saved === 'boolean') return saved;
  const text = [saved ?? []].flat().map(idOf).join(' ');
  if (kind !== 'time' || text === '') return text;
  const instant = new Date(text);
  return new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function toInput({ kind }: DeskField, value: Value): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'words') return value.split(/[\s,]+/).filter(Boolean);
  if (kind !== 'time') return value;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? value || null : new Date(instant).toISOString();
}

type Input = Record<string, unknown>;

interface PreviewOf<Data, Answer> {
  ask: (input: Input) => Promise<ApiResult<Data>>;
  show: (data: Data, input: Input) => ReactNode;
  /** Label of the button that sends what was read. */
  confirm: (data: Data, input: Input) => string;
  /** Whether that button is not red. */
  isHarmless?: (input: Input) => boolean;
  done: (answer: Answer, input: Input) => void;
}

interface Props<Data, Answer> {
  /** Where it is sent, below /desk/. */
  path: string;
  /** Of its draft, where several forms are sent to one path. */
  name?: string;
  title?: string;
  fields: DeskFields;
  /** The record that the form changes; left out for a new one. */
  saved?: object | undefined;
  /** What is sent, where it is more than the values of the fields. */
  input?: ((values: Input) => Input) | undefined;
  method?: 'POST' | 'PATCH';
  action: string;
  danger?: boolean;
  says?: string;
  done?: () => void;
  /**
   * What is shown before anything is saved. A change of the input takes it away, so that nothing is sent that nobody has
   * read.
   */
  preview?: PreviewOf<Data, Answer>;
}

/** A form that keeps what was typed until it is saved. The server checks it. */
export function DeskForm<Data, Answer>(props: Props<Data, Answer>) {
  const { path, name = path, method = 'POST', title, saved, preview, action, danger = false } = props;
  const fields = Object.entries(props.fields);
  const known: Record<string, unknown> = { ...saved };
  const initial = Object.fromEntries(fields.map(([key, field]) => [key, toValue(field, known[key])]));
  const draft = useDraft(`desk-${name}`, initial);
  // Somebody else may have changed the record meanwhile. What was typed here stays.
  const learn = useEffectEvent(() => draft.settle({}, initial));
  useEffect(() => learn(), [JSON.stringify(initial)]);
  const shownIn = (values: Values) => fields.filter(([, { showIf }]) => showIf?.(values) ?? true);
  const inputOf = (values: Values): Input => {
    const typed = shownIn(values).map(([key, field]) => [key, toInput(field, values[key] ?? '')]);
    const input = Object.fromEntries(typed) as Input;
    return props.input?.(input) ?? input;
  };
  /** At once, because a form that is gone does not remove its draft. */
  const forget = (values: Values): void => flushSync(() => draft.settle(values, initial));
  const send = (input: Input) => callDesk<Answer>(method, path, input);
  const [read, setRead] = useState<{ data: Data; input: Input } | null>(null);
  const form = useForm({
    // A preview saves nothing, so the draft stays.
    store: preview ? { ...draft, settle: () => undefined } : draft,
    // The name of a draft may hold characters that an id may not.
    prefix: `${name.replaceAll(/[^a-zA-Z0-9-]/g, '-')}-`,
    ready: () => true,
    send: async (values): Promise<ApiResult<unknown>> => {
      const input = inputOf(values);
      if (!preview) return await send(input);
      const result = await preview.ask(input);
      if (result.kind === 'ok') setRead({ data: result.data, input });
      return result;
    },
    done: (_, values) => {
      if (preview)
        return { kind: 'info', title: 'Not sent yet', message: 'Check the preview below, then confirm.' };
      forget(values);
      props.done?.();
      return { message: props.says ?? 'Saved', ...(saved === undefined && { saved: initial }) };
    },
  });
  const confirming = useAction();
  const isSame = JSON.stringify(read?.input) === JSON.stringify(inputOf(draft.values));
  const shown = (
    <>
      <Form form={form} action={action} busy={preview ? 'Checking...' : 'Saving...'} danger={danger}>
        {shownIn(draft.values).map(([key, field]) => (
          <FieldOf key={key} name={key} field={field} />
        ))}
      </Form>
      {preview && read && isSame && (
        <section className="desk-preview" aria-label="Preview">
          {preview.show(read.data, read.input)}
          <ActionButton
            action={confirming}
            className={preview.isHarmless?.(read.input) ? 'button' : 'button danger-button'}
            send={() => send(read.input)}
            says={props.says}
            done={(answer) => {
              setRead(null);
              form.setAlert(null);
              forget(draft.values);
              preview.done(answer, read.input);
            }}
          >
            {preview.confirm(read.data, read.input)}
          </ActionButton>
        </section>
      )}
      {/* A conflict takes the preview away, with its button. */}
      {preview && <ActionStatus action={confirming} />}
    </>
  );
  if (title === undefined) return shown;
  return (
    <Section title={title} className={danger ? 'sheet danger-zone' : 'sheet'}>
      {shown}
    </Section>
  );
}

function FieldOf({ name, field }: { name: string; field: DeskField }) {
  const { label, hint, kind = 'text', options, none, rows, max, render } = field;
  const { change, prefix, values } = useFormContext();
  const shared = { name, label, hint: typeof hint === 'function' ? hint(values) : hint };
  const value = values[name] ?? '';
  if (typeof value === 'boolean') return <SwitchField name={name}>{label}</SwitchField>;
  if (render) return render(name);
  if (options && kind === 'choices') return <ListField {...shared} options={options} />;
  if (options) return <SelectField {...shared} options={options} none={none} />;
  const templates = field.templates?.(values) ?? [];
  const id = `${prefix}${name}-template`;
  return (
    <>
      <Field
        {...shared}
        type={kind === 'time' ? 'datetime-local' : kind === 'email' ? 'email' : 'text'}
        inputMode={kind === 'number' ? 'numeric' : undefined}
        rows={rows}
        max={max}
      />
      {templates.length > 0 && (
        <FieldFrame id={id} label="Insert a template" note={null}>
          <Select
            id={id}
            value=""
            none="Choose..."
            options={Object.fromEntries(templates.map(({ body, name: text }) => [body, text]))}
            // At the event 'change' the form has set the menu back already.
            onInput={({ currentTarget: { value: body } }) =>
              change({ [name]: value === '' ? body : `${String(value)}\n\n${body}` })
            }
          />
        </FieldFrame>
      )}
    </>
  );
}
