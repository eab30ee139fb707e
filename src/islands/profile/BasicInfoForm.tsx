import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { updateProfileSchema, handleLength } from '../../lib/shared/schemas/profile-forms.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Field } from '../forms/Field.tsx';
import type { FieldErrors } from '../forms/form-values.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import { ContactSwitch } from './ContactSwitch.tsx';
import { countries, countryName, isSupportedCountry } from './countries.ts';
import { PhoneField } from './PhoneField.tsx';
import { homeCountry, phoneError } from './phone-number.ts';
import { WithProfile } from './WithProfile.tsx';

const schema = z.object({
  firstname: z.string(),
  lastname: z.string(),
  about_me: z.string(),
  phone_no: z.string(),
  address: z.string(),
  tags: z.string(),
  handle: z.string(),
  country: z.enum(countries.map(({ code }) => code)),
  show_email: z.boolean(),
  show_phone: z.boolean(),
  show_address: z.boolean(),
});
type Values = z.output<typeof schema>;

function valuesOf(user: OwnUserJson): Values {
  return {
    firstname: user.firstname,
    lastname: user.lastname,
    about_me: user.about_me,
    phone_no: user.phone_no,
    address: user.address,
    tags: user.tags.join(', '),
    handle: user.handle ?? '',
    show_email: user.show_email,
    show_phone: user.show_phone,
    show_address: user.show_address,
    country: isSupportedCountry(user.country_code) ? user.country_code : homeCountry,
  };
}

export default function BasicInfoForm() {
  return <WithProfile>{(user) => <ProfileForm user={user} />}</WithProfile>;
}

function ProfileForm({ user }: { user: OwnUserJson }) {
  const store = useKept('profile-info', schema, valuesOf(user));
  const { values } = store;
  const changed = Object.fromEntries(
    Object.entries(store.changed).map(([name, value]) => [name, String(value)]),
  );
  // The country belongs to the number, and is sent only together with it.
  if (values.phone_no !== '' && ('phone_no' in changed || 'country' in changed)) {
    changed['phone_no'] = values.phone_no;
    changed['country'] = countryName(values.country);
    changed['country_code'] = values.country;
  } else delete changed['country'];

  const form = useForm({
    store,
    schema: updateProfileSchema,
    input: () => changed,
    check(): FieldErrors {
      const error = 'phone_no' in changed ? phoneError(values.phone_no, values.country) : undefined;
      return error === undefined ? {} : { phone_no: error };
    },
    send: () => profilesApi.update(user.id, changed),
    texts: serverFirst,
    done: (updated) => ({ message: messages.profile.updated, saved: valuesOf(updated) }),
    ready: () => Object.keys(changed).length > 0,
  });

  return (
    <Form form={form} action="Save" busy="Saving...">
      <div className="field-pair">
        <Field name="firstname" label="First name" autoComplete="given-name" required />
        <Field name="lastname" label="Last name" autoComplete="family-name" required />
      </div>
      <Field
        name="about_me"
        label="About me"
        rows={5}
        max={limits.about}
        placeholder="Write about yourself"
      />
      <div className="field">
        <label htmlFor="email">Email</label>
        <div className="field-box">
          <input id="email" type="email" value={user.email} readOnly />
        </div>
      </div>
      <ContactSwitch kind="email" store={store} />
      <PhoneField
        label="Mobile"
        value={values.phone_no}
        country={values.country}
        onChange={(phone_no, country) => store.change({ phone_no, country })}
      />
      <ContactSwitch kind="phone" store={store} />
      <Field name="address" label="Address" placeholder="Your Address" autoComplete="street-address" />
      <ContactSwitch kind="address" store={store} />
      <div className="field">
        <label htmlFor="country">Country</label>
        <div className="field-box">
          <select id="country" name="country" value={values.country} disabled>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <p className="field-note">The country of your mobile number.</p>
      </div>
      <Field
        name="tags"
        label="Tags"
        hint={`What you work with, with commas between: Go, TypeScript. ${limits.tags} at most.`}
        autoComplete="off"
        autoCapitalize="none"
      />
      <Field
        name="handle"
        label="Your link"
        hint={
          user.is_verified
            ? `${location.host}/u/${values.handle || 'your-name'}: ${handleLength.min} to ${handleLength.max} letters, digits and hyphens. The old one leads here for ${limits.oldAddressDays} days.`
            : messages.verifyFirst.handle
        }
        disabled={!user.is_verified}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  );
}
