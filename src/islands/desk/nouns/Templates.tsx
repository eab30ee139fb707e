import { templatesApi } from '../../../lib/client/api/desk-api.ts';
import { caseLimits, templateFormSchema, type TemplateJson } from '../../../lib/shared/schemas/cases.ts';
import { Note } from '../shell/parts.tsx';
import { NounList } from './NounList.tsx';

const useWords: Record<TemplateJson['use'], string> = {
  owner: 'For the owner',
  reporters: 'For reporters',
  public: 'For the public page',
};

export const Templates = () => (
  <NounList<TemplateJson>
    name="templates"
    nouns={['template', 'templates']}
    lead="Texts in Markdown for replies and reasons. Inserting one never sends it."
    api={templatesApi}
    addSchema={templateFormSchema}
    changeSchema={templateFormSchema}
    fields={{
      name: { label: 'Name' },
      use: { label: 'Use', options: useWords },
      body: { label: 'Text', hint: 'In Markdown.', max: caseLimits.message, rows: 6 },
    }}
    label={({ name }) => name}
    show={({ name, use, body }) => (
      <>
        <p>
          <b>{name}</b>
        </p>
        <Note>{useWords[use]}</Note>
        <p className="desk-text">{body}</p>
      </>
    )}
  />
);
