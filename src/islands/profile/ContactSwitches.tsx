import type { ContactKind } from '../../lib/shared/users.ts';
import { contactKinds } from '../../lib/shared/users.ts';

interface Props {
  /** The user's own; it is not changed here, so it is shown. */
  email: string;
  shows: Record<ContactKind, boolean>;
  onChange: (kind: ContactKind, shown: boolean) => void;
}

const labels: Record<ContactKind, string> = {
  email: 'Show email',
  phone: 'Show phone',
  address: 'Show address',
};

/** Who sees the contact details: everyone, or nobody but their owner. */
export function ContactSwitches({ email, shows, onChange }: Props) {
  return (
    <fieldset className="contact-switches">
      <legend>What everyone sees</legend>
      <p className="field-note">On your profile and beside your apps. What is off, only you see here.</p>
      {contactKinds.map((kind) => (
        <label className="contact-switch" key={kind}>
          <input
            type="checkbox"
            role="switch"
            name={`show_${kind}`}
            checked={shows[kind]}
            onChange={({ target }) => onChange(kind, target.checked)}
          />
          <span>
            {labels[kind]}
            {kind === 'email' && <small>{email}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
