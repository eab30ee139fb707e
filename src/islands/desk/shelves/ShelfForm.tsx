import { shelvesApi } from '../../../lib/client/api/desk/shelves-api.ts';
import {
  addShelfSchema,
  changeShelfSchema,
  shelfLimits,
  shelfSlots,
  slotLabels,
  type DeskShelfJson,
} from '../../../lib/shared/schemas/shelves.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { instantOf, localOf } from '../shell/local-time.ts';
import { useDeskForm } from '../shell/use-desk-form.ts';
import { PickList } from './PickList.tsx';

const dayMs = 86_400_000;

/** `apps` are ids joined by commas; `pick` is what was typed to find the next one. */
const valuesSchema = z.object({
  title: z.string(),
  slot: z.string(),
  from: z.string(),
  until: z.string(),
  apps: z.string(),
  pick: z.string(),
});
type Values = z.infer<typeof valuesSchema>;

const nothing: Values = { title: '', slot: 'picks', from: '', until: '', apps: '', pick: '' };

const valuesOf = (shelf: DeskShelfJson): Values => ({
  title: shelf.title,
  slot: shelf.slot,
  from: localOf(shelf.from),
  until: localOf(shelf.until),
  apps: shelf.apps.map(({ id }) => id).join(','),
  pick: '',
});

/** The end of an app of the day follows from its beginning. */
function untilOf({ slot, from, until }: Values): string | null {
  const begins = instantOf(from);
  if (slot !== 'day' || begins === null || Number.isNaN(Date.parse(begins))) return instantOf(until);
  return new Date(Date.parse(begins) + dayMs).toISOString();
}

interface Props {
  /** null for a new one. */
  shelf: DeskShelfJson | null;
  onDone: () => void;
}

export function ShelfForm({ shelf, onDone }: Props) {
  const { form, kept } = useDeskForm({
    name: shelf === null ? 'desk-shelf-new' : `desk-shelf-${shelf.id}`,
    valuesSchema,
    initial: shelf === null ? nothing : valuesOf(shelf),
    schema: shelf === null ? addShelfSchema : changeShelfSchema,
    input: (values) => ({
      ...(shelf && { version: shelf.version }),
      title: values.title,
      slot: values.slot,
      from: instantOf(values.from),
      until: untilOf(values),
      apps: values.apps,
    }),
    send: (values) => (shelf === null ? shelvesApi.add(values) : shelvesApi.change(shelf.id, values)),
    says: 'The shelf is there within its time.',
    done: onDone,
    onConflict: onDone,
    staysFilled: shelf !== null,
  });
  const { values } = kept;
  return (
    <Form form={form} action={shelf === null ? 'Add the shelf' : 'Save the shelf'} busy="Saving ...">
      <SelectField
        name="slot"
        label="Place"
        options={shelfSlots.map((slot) => [slot, slotLabels[slot]] as const)}
        hint="One shelf has a place at a time."
      />
      <Field name="title" label="Title" max={shelfLimits.title} autoComplete="off" />
      <Field name="from" label="From" type="datetime-local" hint="Your local time." />
      {values.slot === 'day' ? (
        <p className="soft small">It is there for 24 hours.</p>
      ) : (
        <Field name="until" label="Until" type="datetime-local" hint="Your local time." />
      )}
      <PickList
        title={values.title}
        ids={values.apps.split(',').filter(Boolean)}
        known={shelf?.apps ?? []}
        onChange={(ids) => kept.change({ apps: ids.join(',') })}
        typed={values.pick}
        onAdded={() => kept.change({ pick: '' })}
      />
    </Form>
  );
}
