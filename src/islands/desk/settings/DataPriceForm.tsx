import { siteApi } from '../../../lib/client/api/desk/site-api.ts';
import { changeDataPriceSchema, type SiteSettingsJson } from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';

const valuesSchema = z.object({ naira_per_gb: z.string() });

interface Props {
  settings: SiteSettingsJson;
  onChange: () => void;
}

export function DataPriceForm({ settings: { data_price: price }, onChange }: Props) {
  const { form } = useDeskForm({
    name: 'desk-data-price',
    valuesSchema,
    initial: { naira_per_gb: price.naira_per_gb === null ? '' : String(price.naira_per_gb) },
    schema: changeDataPriceSchema,
    input: (values) => ({ ...values, version: price.version }),
    send: siteApi.changeDataPrice,
    says: 'The price of data was changed.',
    done: onChange,
    onConflict: onChange,
    staysFilled: true,
  });
  const usual = String(price.default_naira_per_gb);
  return (
    <Form form={form} action="Set the price" busy="Saving ...">
      <Field
        name="naira_per_gb"
        label="Naira a gigabyte"
        autoComplete="off"
        hint={`The data saver names what a page has cost by it. Empty for ${usual}, 0 for none.`}
      />
    </Form>
  );
}
