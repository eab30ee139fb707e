import { casesApi } from '../../../lib/client/api/desk/cases-api.ts';
import { caseLimits } from '../../../lib/shared/schemas/moderation/cases.ts';
import {
  decideSchema,
  type CaseJson,
  type DecisionJson,
  type PreviewJson,
  type TemplateJson,
} from '../../../lib/shared/schemas/moderation/decisions.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { DecisionFields } from '../decisions/DecisionFields.tsx';
import { MailPreview } from '../decisions/MailPreview.tsx';
import { usePreviewed } from '../decisions/use-previewed.ts';
import { ChoiceBoxes } from './ChoiceBoxes.tsx';
import { decisionInput, factsOf, factWords, noDecision, restrictable } from './decision-values.ts';
import { TemplateMenu } from './TemplateMenu.tsx';
import { actionWords, counted } from './words.ts';

interface Props {
  case: CaseJson;
  templates: readonly TemplateJson[];
  onDecided: () => void;
  /** Somebody else has changed the case. */
  onConflict: () => void;
}

const restrictionWords = {
  publish: 'Publishing',
  report: 'Reporting',
  contact: 'Contacting others',
} as const;

/** The decision on a case: what, under which policy, and why. The mails are shown before it is sent. */
export function DecisionForm({ case: open, templates, onDecided, onConflict }: Props) {
  const { number, version, subject, allowed_actions } = open;
  const kept = useDraft(`desk-case:${number}`, noDecision);
  const { action } = kept.values;
  const { first, second, previewed } = usePreviewed<typeof decideSchema, PreviewJson, DecisionJson>({
    schema: decideSchema,
    store: kept,
    input: () => decisionInput(kept.values, version),
    preview: (values) => casesApi.preview(number, values),
    send: (values) => casesApi.decide(number, values),
    done: () => {
      onDecided();
      return 'Decided.';
    },
    onConflict,
  });
  const insert = (name: keyof typeof noDecision) => (text: string) => {
    const before = kept.values[name];
    kept.change({ [name]: before === '' ? text : `${before}\n\n${text}` });
  };
  return (
    <>
      <Form form={first} action="Preview the mail" busy="Preparing ...">
        <DecisionFields actions={allowed_actions.map((name) => [name, actionWords[name]] as const)} />
        <TemplateMenu
          id="public"
          label="Insert a text for the public page"
          templates={templates.filter(({ use }) => use === 'public')}
          onChoose={insert('public_reason')}
        />
        {action === 'remove-facts' && (
          <ChoiceBoxes
            name="facts"
            label="What to remove"
            options={factsOf(subject.kind).map((fact) => [fact, factWords[fact]] as const)}
          />
        )}
        {action === 'restrict' && (
          <>
            <ChoiceBoxes
              name="restricted"
              refusedAs="restriction"
              label="What to forbid"
              options={restrictable.map((name) => [name, restrictionWords[name]] as const)}
            />
            <Field name="days" label="For how many days" inputMode="numeric" />
          </>
        )}
        {action === 'transfer' && (
          <SelectField
            name="claimant"
            label="Who gets it"
            hint="Its address, pictures, releases and followers stay. Both accounts get a mail."
            options={[
              ['', 'Choose ...'],
              ...open.claims.map(
                ({ account, name }) => [account.id, `${account.name}, owner of ${name}`] as const,
              ),
            ]}
          />
        )}
        <Field
          name="message"
          label="More for the mail to the owner (optional)"
          hint="Markdown."
          max={caseLimits.message}
          rows={4}
        />
        <TemplateMenu
          id="owner"
          label="Insert a text for the owner"
          templates={templates.filter(({ use }) => use === 'owner')}
          onChoose={insert('message')}
        />
      </Form>
      {previewed && (
        <section className="desk-preview" aria-label="What will be sent">
          <p>
            {previewed.state_before === previewed.state_after
              ? `It stays ${previewed.state_after}.`
              : `It is ${previewed.state_before} and becomes ${previewed.state_after}.`}
            {previewed.listings > 0 && ` Leaving the lists: ${counted(previewed.listings, 'listing')}.`}
            {previewed.gives_strike && ' The account gets a strike.'}
          </p>
          <MailPreview mails={previewed.mails} none="Nobody gets a mail." />
          <Form form={second} action="Decide and send" busy="Sending ..." danger={action !== 'none'}>
            {null}
          </Form>
        </section>
      )}
    </>
  );
}
