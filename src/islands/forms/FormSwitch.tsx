import { useState, type ReactNode } from 'react';

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

interface FormSwitchProps {
  name: string;
  label: string;
  /** The first value. */
  initially: boolean;
}

/** A switch for a form without a store. A hidden field sends it, because a checkbox that is off is not sent. */
export function FormSwitch({ name, label, initially }: FormSwitchProps) {
  const [isOn, setOn] = useState(initially);
  return (
    <>
      <Switch isOn={isOn} onChange={setOn}>
        {label}
      </Switch>
      <input type="hidden" name={name} value={String(isOn)} readOnly />
    </>
  );
}
