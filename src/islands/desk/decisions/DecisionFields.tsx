import { caseLimits } from '../../../lib/shared/schemas/moderation/cases.ts';
import { policies, type PolicyId } from '../../../lib/shared/schemas/moderation/policies.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { useFormContext } from '../../forms/Form.tsx';
import { policyOptions } from '../cases/words.ts';

/** The fields that every decision has: why, for everybody, and why, for the owner. */
export function DecisionFields({ actions }: { actions: readonly (readonly [string, string])[] }) {
  const { store } = useFormContext();
  const policy = store.values['policy'];
  const known = typeof policy === 'string' && policy in policies ? policies[policy as PolicyId] : undefined;
  return (
    <>
      <SelectField name="action" label="What to do" options={[['', 'Choose ...'], ...actions]} />
      <SelectField
        name="policy"
        label="Policy"
        options={[['', 'Choose ...'], ...policyOptions]}
        {...(known && { hint: known.leadsTo })}
      />
      <Field
        name="public_reason"
        label="Reason for the public page"
        hint="Everybody can read it. Name no person."
        max={caseLimits.reason}
        rows={3}
      />
      <Field
        name="owner_reason"
        label="Reason for the owner"
        hint="Say what to change. Never say who reported it."
        max={caseLimits.reason}
        rows={3}
      />
    </>
  );
}
