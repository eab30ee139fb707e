import { updateProfile } from '../../lib/client/api/api.ts';
import { handleLength, limits } from '../../lib/shared/schemas/limits.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { accountMessages as messages } from '../../lib/shared/text/account-messages.ts';
import { Select } from '../forms/choices.tsx';
import { ContactSwitch, EmailField, Field, FieldFrame, NameFields } from '../forms/Field.tsx';
import { Form, textsOf, useForm, useFormContext } from '../forms/Form.tsx';
import {
  countries,
  countryName,
  homeCountry,
  isSupportedCountry,
  moveToCountry,
  phoneError,
  readPhone,
  showPhone,
  type CountryCode,
} from './phone-number.ts';
import { WithProfile } from './WithProfile.tsx';

const valuesOf = (user: OwnUserJson) => ({
  email: user.email,
  firstname: user.firstname,
  lastname: user.lastname,
  about_me: user.about_me,
  phone_no: showPhone(user.phone_no, countryOf(user.country_code)),
  address: user.address,
  tags: user.tags.join(', '),
  handle: user.handle ?? '',
  show_email: user.show_email,
  show_phone: user.show_phone,
  show_address: user.show_address,
  country: countryOf(user.country_code),
});
type Values = ReturnType<typeof valuesOf>;

const countryOf = (code: string): CountryCode => (isSupportedCountry(code) ? code : homeCountry);

/** The country belongs to the number, and is sent only together with it. */
function sentOf(
  { phone_no, country: code }: Values,
  { phone_no: typed, country, ...changed }: Partial<Values>,
) {
  if (typed === undefined && country === undefined) return textsOf(changed);
  const { number } = readPhone(phone_no, code);
  if (number !== '')
    return textsOf({ ...changed, phone_no: number, country: countryName(code), country_code: code });
  return textsOf(typed === undefined ? changed : { ...changed, phone_no: '' });
}

export default function BasicInfoForm() {
  return <WithProfile>{(user) => <ProfileForm user={user} />}</WithProfile>;
}

function ProfileForm({ user }: { user: OwnUserJson }) {
  const form = useForm({
    draft: 'profile-info',
    initial: valuesOf(user),
    check({ phone_no, country }, changed) {
      const { number } = readPhone(phone_no, country);
      const error = changed.phone_no === undefined ? undefined : phoneError(number, country);
      return error === undefined ? {} : { phone_no: error };
    },
    send: (values, { changed }) => updateProfile(user.id, sentOf(values, changed)),
    done: (updated) => ({ message: messages.profile.updated, saved: valuesOf(updated) }),
    ready: (values, changed) => Object.keys(sentOf(values, changed)).length > 0,
  });
  const { country, handle } = form.values;
  const { min, max } = handleLength;
  const address = `${location.host}/u/${handle || 'your-name'}`;
  return (
    <Form form={form} action="Save" busy="Saving...">
      <NameFields />
      <Field
        name="about_me"
        label="About me"
        rows={5}
        max={limits.about}
        placeholder="Write about yourself"
      />
      <EmailField autoComplete="email" readOnly />
      <ContactSwitch kind="email" />
      <PhoneField />
      <ContactSwitch kind="phone" />
      <Field name="address" label="Address" placeholder="Your Address" autoComplete="street-address" />
      <ContactSwitch kind="address" />
      <FieldFrame id="country" label="Country" note="The country of your mobile number.">
        <Select id="country" value={country} options={countries} disabled />
      </FieldFrame>
      <Field
        name="tags"
        label="Tags"
        hint={`What you work with, with commas between: Go, TypeScript. ${limits.tags} at most.`}
        autoCapitalize="none"
      />
      <Field
        name="handle"
        label="Your link"
        hint={
          user.is_verified
            ? `${address}: ${min} to ${max} letters, digits and hyphens. The old one leads here for ${limits.oldAddressDays} days.`
            : 'Verify your account to choose one.'
        }
        disabled={!user.is_verified}
        verbatim
      />
    </Form>
  );
}

/**
 * Takes a number in national form (0803...) or with a calling code. The text is not reformatted while it is typed,
 * because that would lose fast keystrokes, but when the field loses the focus.
 */
function PhoneField() {
  const { change, values } = useFormContext();
  const text = String(values['phone_no']);
  const country = countryOf(String(values['country']));
  const { number } = readPhone(text, country);
  const shown = showPhone(number, country);
  const menu = (
    <span className="phone-country">
      {/* Two regional indicators, which systems show as a flag; pictures of flags would cost bytes. */}
      <span aria-hidden="true">
        {Array.from(country, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65))}
      </span>
      <Select
        aria-label="Country of the number"
        value={country}
        options={countries}
        onChange={(code) => {
          const next = countryOf(code);
          change({ phone_no: showPhone(moveToCountry(number, country, next), next), country: next });
        }}
      />
    </span>
  );
  return (
    <Field
      name="phone_no"
      label="Mobile"
      type="tel"
      leading={menu}
      onInput={({ currentTarget: { value } }) => change({ country: readPhone(value, country).country })}
      onBlur={() => {
        if (shown !== text) change({ phone_no: shown });
      }}
      placeholder="Your mobile number"
      autoComplete="tel"
    />
  );
}
