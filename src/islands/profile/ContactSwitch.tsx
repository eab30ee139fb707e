import type { ContactKind } from '../../lib/shared/schemas/users.ts';
import { Switch } from '../forms/FormSwitch.tsx';

interface Props {
  kind: ContactKind;
  isShown: boolean;
  onChange: (kind: ContactKind, isShown: boolean) => void;
  /** What it is about, where no field beside it says so. */
  detail?: string;
}

const labels: Record<ContactKind, string> = {
  email: 'Show email',
  phone: 'Show phone',
  address: 'Show address',
};

/** Who sees a contact detail, on the profile and beside apps: everyone, or nobody but its owner. */
export function ContactSwitch({ kind, isShown, onChange, detail }: Props) {
  return (
    <Switch name={`show_${kind}`} isOn={isShown} onChange={(shown) => onChange(kind, shown)}>
      {labels[kind]} on my page
      {detail !== undefined && <small>{detail}</small>}
    </Switch>
  );
}
