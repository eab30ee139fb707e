import type { ContactKind } from '../../lib/shared/schemas/users.ts';
import type { ValueStore } from '../forms/use-kept.ts';
import { ShowOnPage, Switch } from '../forms/FormSwitch.tsx';

interface Props {
  kind: ContactKind;
  store: ValueStore;
}

/** Whether everyone sees a contact detail on the profile and beside apps, or only its owner. */
export function ContactSwitch({ kind, store }: Props) {
  const name = `show_${kind}`;
  return (
    <Switch
      name={name}
      isOn={store.values[name] === true}
      onChange={(isOn) => store.change({ [name]: isOn })}
    >
      <ShowOnPage what={kind} />
    </Switch>
  );
}
