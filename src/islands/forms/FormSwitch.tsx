import { useState, type ReactNode } from 'react';
import { messages } from '../../lib/shared/text/messages.ts';

interface SwitchProps {
  /** Left out if something else sends the value. */
  name?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

export function Switch({ name, isOn, onChange, children }: SwitchProps) {
  return (
    <label className="form-switch">
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** The label of the switch beside a contact detail. Only screen readers need to be told which one. */
export const ShowOnPage = ({ what }: { what: string }) => (
  <>
    {messages.profile.showOnPage}
    <span className="unseen"> ({what})</span>
  </>
);

interface FormSwitchProps {
  name: string;
  children: ReactNode;
}

/**
 * A switch that is on at first, for a form without a store. A hidden field sends it, because a checkbox that is off is
 * not sent.
 */
export function FormSwitch({ name, children }: FormSwitchProps) {
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Switch isOn={isOn} onChange={setOn}>
        {children}
      </Switch>
      <input type="hidden" name={name} value={String(isOn)} readOnly />
    </>
  );
}
