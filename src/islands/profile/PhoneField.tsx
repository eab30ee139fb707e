import 'react-phone-number-input/style.css';
import { useState } from 'react';
import PhoneInput, { getCountryCallingCode, type Country } from 'react-phone-number-input/min';

interface Props {
  label: string;
  /** As +2348012345678, or '' for none. */
  value: string;
  country: Country;
  onValue: (value: string) => void;
  onCountry: (country: Country) => void;
  error: string | undefined;
}

/** Of a new number. */
export const homeCountry: Country = 'NG';

/**
 * A number that is pasted or filled in at once replaces the calling code, and the input puts a plus before what it finds: +0803... No
 * calling code begins with 0, so that is how people write a number within their country.
 */
function withCallingCode(number: string, country: Country): string {
  return number.replace(/^\+0/, `+${getCountryCallingCode(country)}`);
}

export function PhoneField({ label, value, country, onValue, onCountry, error }: Props) {
  /** Counts the times the number was cleared: the input begins anew then, with the country it began with. */
  const [cleared, setCleared] = useState(0);
  return (
    <div className="field">
      <label htmlFor="phone_no">{label}</label>
      <div className="field-box">
        <PhoneInput
          key={cleared}
          id="phone_no"
          name="phone_no"
          international
          autoFocus={cleared > 0}
          defaultCountry={country}
          value={value}
          onChange={(changed) => {
            onValue(withCallingCode(changed ?? '', country));
            if (changed || !value) return;
            onCountry(homeCountry);
            setCleared((times) => times + 1);
          }}
          onCountryChange={(changed) => onCountry(changed ?? homeCountry)}
          addInternationalOption={false}
          flagComponent={Flag}
          limitMaxLength={false}
          placeholder="Your mobile number"
          autoComplete="tel"
          countrySelectProps={{ 'aria-label': 'Country of the number' }}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby="phone_no-note"
        />
      </div>
      <p className="field-note" id="phone_no-note" aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** Two letters make a flag where the system has one; the package's own drawings would come from another server. */
function Flag({ country }: { country: Country }) {
  const letters = Array.from(country, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65));
  return <span aria-hidden="true">{letters.join('')}</span>;
}
