import { useState } from 'react';
import { countries, isSupportedCountry, type CountryCode } from './countries.ts';
import { FieldFrame, useField } from '../forms/Field.tsx';
import { useFormContext } from '../forms/form-context.ts';
import { homeCountry, moveToCountry, readPhone, showPhone } from './phone-number.ts';

interface Props {
  label: string;
  /** A number in E.164 (+2348012345678), '' for none, or a text that is not a number yet. */
  value: string;
  country: CountryCode;
  onChange: (number: string, country: CountryCode) => void;
}

/**
 * Takes a number in national form (0803...) or with a calling code. The text is not reformatted while it is typed,
 * because that would lose fast keystrokes, but when the field loses the focus.
 */
export function PhoneField({ label, value, country, onChange }: Props) {
  const { touch } = useFormContext();
  const { note, aria } = useField('phone_no', {});
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && readPhone(typed, country).number === value;
  const text = isTyped ? typed : showPhone(value, country);
  const choose = (code: string): void => {
    const next = isSupportedCountry(code) ? code : homeCountry;
    setTyped(null);
    touch('phone_no');
    onChange(moveToCountry(value, country, next), next);
  };
  return (
    <FieldFrame id="phone_no" label={label} note={note} boxClass="field-box phone-box">
      <span className="phone-country">
        <span aria-hidden="true">{flagOf(country)}</span>
        <select
          aria-label="Country of the number"
          value={country}
          // Before the form draws itself anew, as in SelectField.
          onInput={({ currentTarget }) => choose(currentTarget.value)}
          onChange={({ target }) => choose(target.value)}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <input
        id="phone_no"
        name="phone_no"
        type="tel"
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          const read = readPhone(target.value, country);
          onChange(read.number, read.country);
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
