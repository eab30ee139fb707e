import type { ContactKind } from '../../lib/shared/schemas/users.ts';
import type { ValueStore } from '../forms/use-kept.ts';
import { Switch } from '../forms/FormSwitch.tsx';

interface Props {
  kind: ContactKind;
  store: ValueStore;
  /** The contact detail itself, if no field beside the switch shows it. */
  detail?: string;
}

const labels: Record<ContactKind, string> = {
  email: 'Show email',
  phone: 'Show phone',
  address: 'Show address',
};

/** Whether everyone sees a contact detail on the profile and beside apps, or only its owner. */
export function ContactSwitch({ kind, store, detail }: Props) {
  const name = `show_${kind}`;
  return (
    <Switch
      name={name}
      isOn={store.values[name] === true}
      onChange={(isOn) => store.change({ [name]: isOn })}
    >
      {labels[kind]} on my page
      {detail !== undefined && <small>{detail}</small>}
    </Switch>
  );
}
