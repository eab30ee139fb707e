import { casesApi } from '../../../lib/client/api/desk/cases-api.ts';
import { caseLimits, caseNoteSchema } from '../../../lib/shared/schemas/moderation/cases.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { serverFirst } from '../../forms/api-error.ts';
import { useForm } from '../../forms/use-form.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { useProof } from '../shell/proof-context.ts';

/** The field is called `note`, because other forms of the page have a `text`. */
const nothing = { note: '' };

export function NoteForm({ number, onChange }: { number: string; onChange: () => void }) {
  const prove = useProof();
  const kept = useDraft(`desk-note:${number}`, nothing);
  const form = useForm({
    schema: z.object({ note: caseNoteSchema.shape.text }),
    store: kept,
    prefix: 'staff-',
    input: () => kept.values,
    send: ({ note }) => prove(() => casesApi.note(number, note)),
    texts: serverFirst,
    done: () => {
      onChange();
      return { message: 'The note is kept.', saved: nothing };
    },
  });
  return (
    <Form form={form} action="Keep the note" busy="Keeping ...">
      <Field name="note" label="Note" hint="Only staff read it." max={caseLimits.note} rows={3} />
    </Form>
  );
}
