import type { TemplateJson } from '../../../lib/shared/schemas/cases.ts';

interface Props {
  id: string;
  label: string;
  templates: readonly TemplateJson[];
  onChoose: (text: string) => void;
}

/** Inserts the text of a template into a field. Left out while there are no templates for it. */
export function TemplateMenu({ id, label, templates, onChoose }: Props) {
  if (templates.length === 0) return null;
  return (
    <div className="field">
      <label htmlFor={`template-${id}`}>{label}</label>
      <div className="field-box">
        <select
          id={`template-${id}`}
          value=""
          // At the event 'change' the form has set the menu back already.
          onInput={({ currentTarget }) => {
            const chosen = templates.find((template) => template.id === currentTarget.value);
            if (chosen) onChoose(chosen.body);
          }}
          onChange={() => undefined}
        >
          <option value="">Choose ...</option>
          {templates.map((template) => (
            <option key={template.id} value={template.id}>
              {template.name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
