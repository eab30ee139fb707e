import { useStore } from '@nanostores/react';
import { $shortcuts, $shortcutsOn, turnShortcuts } from '../../../lib/client/desk/shortcuts.ts';
import { Switch } from '../../forms/Field.tsx';
import { Dialog } from './Dialog.tsx';

/** Lists the single-letter keys of the page, and turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useStore($shortcuts);
  const isOn = useStore($shortcutsOn);
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="desk-keys">
        {shortcuts.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>Open what has the focus</dd>
        </div>
      </dl>
      <Switch isOn={isOn} onChange={turnShortcuts}>
        Use single-letter keys
        <small>They do nothing while you type. Turn them off if you speak to your device.</small>
      </Switch>
    </Dialog>
  );
}
