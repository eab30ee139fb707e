import { useState } from 'react';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { handleLength } from '../../lib/shared/text/handles.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { updateProfileSchema } from '../../lib/shared/schemas/profile-forms.ts';
import { z } from '../../lib/shared/zod.ts';
import { contactKinds, type ContactKind, type OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { serverFirst } from '../app/own-texts.ts';
import { errorsOf } from '../forms/form-values.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { TextField, type TextFieldProps } from '../forms/TextField.tsx';
import { useKept } from '../forms/use-kept.ts';
import { useSave } from '../forms/use-save.ts';
import { ContactSwitch } from './ContactSwitch.tsx';
import { countries, countryName, isSupportedCountry } from './countries.ts';
import { PhoneField } from './PhoneField.tsx';
import { homeCountry, phoneError } from './phone-number.ts';
import { WithProfile } from './WithProfile.tsx';

const names = ['firstname', 'lastname', 'about_me', 'phone_no', 'address', 'tags', 'handle'] as const;
type Name = (typeof names)[number];
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
  return <WithProfile>{(user) => <Form user={user} />}</WithProfile>;
}

function Form({ user }: { user: OwnUserJson }) {
  const [saved, setSaved] = useState(() => valuesOf(user));
  const { values, change: type, settle, kept } = useKept('profile-info', schema, saved);
  const form = useSave({ texts: serverFirst, names });
  const changed: Record<string, string> = Object.fromEntries(
    names.filter((name) => values[name] !== saved[name]).map((name) => [name, values[name]]),
  );
  for (const kind of contactKinds) {
    const name = `show_${kind}` as const;
    if (values[name] !== saved[name]) changed[name] = String(values[name]);
  }
  // A country goes with a number.
  if (values.phone_no !== '' && (changed['phone_no'] !== undefined || values.country !== saved.country)) {
    changed['phone_no'] = values.phone_no;
    changed['country'] = countryName(values.country);
    changed['country_code'] = values.country;
  }

  const save = (): void => {
    const parsed = updateProfileSchema.safeParse(changed);
    const phone = 'phone_no' in changed ? phoneError(values.phone_no, values.country) : undefined;
    const errors = { ...(parsed.success ? {} : errorsOf(parsed.error)), ...(phone && { phone_no: phone }) };
    if (Object.keys(errors).length > 0) {
      form.showErrors(errors);
      return;
    }
    void form.save(
      () => profilesApi.update(user.id, changed),
      (updated) => {
        const next = valuesOf(updated);
        settle(values);
        setSaved(next);
        return { message: messages.profile.updated };
      },
    );
  };

  const change = (part: Partial<Values>): void => {
    form.forget(...Object.keys(part));
    type(part);
  };
  const field = (name: Name, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      name={name}
      label={label}
      value={values[name]}
      onValue={(value) => change({ [name]: value })}
      error={form.errors[name]}
      {...more}
    />
  );

  const contactSwitch = (kind: ContactKind, detail?: string) => (
    <ContactSwitch
      kind={kind}
      isShown={values[`show_${kind}`]}
      onChange={(_, isShown) => change({ [`show_${kind}`]: isShown })}
      {...(detail !== undefined && { detail })}
    />
  );

  return (
    <SaveForm
      form={form}
      action="Save"
      busy="Saving..."
      isReady={Object.keys(changed).length > 0}
      onSubmit={save}
      kept={kept}
    >
      <div className="field-pair">
        {field('firstname', 'First name', { autoComplete: 'given-name', required: true })}
        {field('lastname', 'Last name', { autoComplete: 'family-name', required: true })}
      </div>
      {field('about_me', 'About me', { rows: 5, max: limits.about, placeholder: 'Write about yourself' })}
      <PhoneField
        label="Mobile"
        value={values.phone_no}
        country={values.country}
        onChange={(phone_no, country) => change({ phone_no, country })}
        error={form.errors['phone_no']}
      />
      {contactSwitch('phone')}
      {field('address', 'Address', { placeholder: 'Your Address', autoComplete: 'street-address' })}
      {contactSwitch('address')}
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
      {contactSwitch('email', user.email)}
      {field('tags', 'Tags', {
        hint: `What you work with, with commas between: Go, TypeScript. ${limits.tags} at most.`,
        autoComplete: 'off',
        autoCapitalize: 'none',
      })}
      {field('handle', 'Your link', {
        hint: user.is_verified
          ? `${location.host}/u/${values.handle || 'your-name'}: ${handleLength.min} to ${handleLength.max} letters and digits. The old one leads here for ${limits.oldAddressDays} days.`
          : messages.verifyFirst.handle,
        disabled: !user.is_verified,
        autoComplete: 'off',
        autoCapitalize: 'none',
        spellCheck: false,
      })}
    </SaveForm>
  );
}
