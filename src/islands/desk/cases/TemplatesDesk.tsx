import { templatesApi } from '../../../lib/client/api/desk/cases-api.ts';
import { caseLimits, templateFormSchema, type TemplateJson } from '../../../lib/shared/schemas/cases.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { RowActions } from '../rules/RowActions.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';
import { DeskPage } from '../shell/DeskPage.tsx';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';

const useWords: Record<TemplateJson['use'], string> = {
  owner: 'For the owner',
  reporters: 'For those who reported',
  public: 'For the public page',
};

const valuesSchema = z.object({ name: z.string(), use: z.string(), body: z.string() });
type Values = z.infer<typeof valuesSchema>;
const nothing: Values = { name: '', use: 'owner', body: '' };

export default function TemplatesDesk() {
  return (
    <DeskPage part="templates" title="Templates">
      {() => <Templates />}
    </DeskPage>
  );
}

function Templates() {
  const list = useLoaded('templates', templatesApi.list);
  const action = useAction();
  return (
    <>
      <p className="soft">Texts in Markdown for replies and reasons. Inserting one never sends it.</p>
      <section className="sheet" aria-labelledby="new-template">
        <h2 id="new-template">New template</h2>
        <TemplateForm id="" initial={nothing} onDone={list.reload} />
      </section>
      <Said action={action} />
      <WithLoaded loaded={list} waiting="Fetching the templates ...">
        {({ results }) =>
          results.length === 0 ? (
            <p className="desk-empty">There are no templates yet.</p>
          ) : (
            <ul className="desk-list">
              {results.map(({ id, name, use, body }) => (
                <li key={id} className="desk-block">
                  <h2 className="desk-small-heading">{name}</h2>
                  <p className="soft small">{useWords[use]}</p>
                  <p className="desk-text">{body}</p>
                  <RowActions
                    label={name}
                    action={action}
                    remove={() => templatesApi.remove(id)}
                    reload={list.reload}
                  >
                    {(done) => <TemplateForm id={id} initial={{ name, use, body }} onDone={done} />}
                  </RowActions>
                </li>
              ))}
            </ul>
          )
        }
      </WithLoaded>
    </>
  );
}

function TemplateForm({ id, initial, onDone }: { id: string; initial: Values; onDone: () => void }) {
  const isNew = id === '';
  const { form } = useDeskForm({
    name: `desk-template:${id}`,
    valuesSchema,
    initial,
    schema: templateFormSchema,
    input: (values) => values,
    send: (input) => (isNew ? templatesApi.add(input) : templatesApi.change(id, input)),
    says: isNew ? 'The template was added.' : 'The template was changed.',
    done: onDone,
  });
  return (
    <Form form={form} action={isNew ? 'Add the template' : 'Save'} busy="Saving ...">
      <Field name="name" label="Name" autoComplete="off" />
      <SelectField name="use" label="Use" options={Object.entries(useWords)} />
      <Field name="body" label="Text" hint="Markdown." max={caseLimits.message} rows={6} />
    </Form>
  );
}
