import { useState, type ReactNode } from 'react';

interface SwitchProps {
  /** Left out where the value is sent by something else. */
  name?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

/** A switch with its label. */
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
  /** The value at first. */
  initially: boolean;
}

/** A switch of a form that keeps its values in the page. A checkbox that is off would not be sent at all. */
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
