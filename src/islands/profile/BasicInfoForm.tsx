import { useState } from 'react';
import { updateProfile } from '../../lib/client/api/api.ts';
import { handleLength, limits } from '../../lib/shared/schemas/limits.ts';
import type { OwnUserJson } from '../../lib/shared/schemas/users.ts';
import { accountMessages as messages } from '../../lib/shared/text/account-messages.ts';
import { Select } from '../forms/choices.tsx';
import { ContactSwitch, EmailField, Field, FieldFrame, useField } from '../forms/Field.tsx';
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
  phone_no: user.phone_no,
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
function sentOf({ phone_no, country }: Values, { country: changedCountry, ...changed }: Partial<Values>) {
  const isNumber = phone_no !== '' && (changed.phone_no !== undefined || changedCountry !== undefined);
  const code = countryOf(country);
  const number = isNumber ? { phone_no, country: countryName(code), country_code: code } : {};
  return textsOf({ ...changed, ...number });
}

export default function BasicInfoForm() {
  return <WithProfile>{(user) => <ProfileForm user={user} />}</WithProfile>;
}

function ProfileForm({ user }: { user: OwnUserJson }) {
  const form = useForm({
    draft: 'profile-info',
    initial: valuesOf(user),
    check({ phone_no, country }, changed) {
      const error = changed.phone_no === undefined ? undefined : phoneError(phone_no, countryOf(country));
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
      <EmailField autoComplete="email" readOnly />
      <ContactSwitch kind="email" />
      <PhoneField label="Mobile" />
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
            : messages.verifyFirst.handle
        }
        disabled={!user.is_verified}
        verbatim
      />
    </Form>
  );
}

/**
 * Takes a number in national form (0803...) or with a calling code. Its value is in E.164 (+2348012345678), or a text
 * that is not a number yet. The text is not reformatted while it is typed, because that would lose fast keystrokes, but
 * when the field loses the focus.
 */
function PhoneField({ label }: { label: string }) {
  const { change, values } = useFormContext();
  const { value, note, aria } = useField<string>('phone_no', { empty: '' });
  const country = countryOf(String(values['country']));
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && readPhone(typed, country).number === value;
  return (
    <FieldFrame id="phone_no" label={label} note={note} boxClass="field-box phone-box">
      <span className="phone-country">
        <span aria-hidden="true">{flagOf(country)}</span>
        <Select
          aria-label="Country of the number"
          value={country}
          options={countries}
          onChange={(code) => {
            const next = countryOf(code);
            setTyped(null);
            change({ phone_no: moveToCountry(value, country, next), country: next });
          }}
        />
      </span>
      <input
        id="phone_no"
        name="phone_no"
        type="tel"
        data-own
        value={isTyped ? typed : showPhone(value, country)}
        onChange={({ target }) => {
          setTyped(target.value);
          const read = readPhone(target.value, country);
          change({ phone_no: read.number, country: read.country });
        }}
        onBlur={() => setTyped(null)}
        placeholder="Your mobile number"
        autoComplete="tel"
        {...aria}
      />
    </FieldFrame>
  );
}

/** @returns the two regional indicators that systems show as a flag; pictures of flags would cost bytes */
function flagOf(country: CountryCode): string {
  return Array.from(country, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65)).join('');
}
