import { useState } from 'react';
import { appsApi } from '../../lib/client/apps-api.ts';
import { messages } from '../../lib/shared/messages.ts';
import { SaveForm } from '../ui/SaveForm.tsx';
import { useSave } from '../ui/use-save.ts';
import { serverFirst } from './own-texts.ts';
import { moved, Thumbnails, type Thumbnail } from './Thumbnails.tsx';

interface Props {
  appId: string;
  screenshots: Required<Thumbnail>[];
}

const orderOf = (items: readonly Thumbnail[]) => items.map(({ id }) => id).join(',');

/** The screenshots in their order; each leads to its own page. */
export default function ScreenshotList({ appId, screenshots }: Props) {
  const [items, setItems] = useState(screenshots);
  const [saved, setSaved] = useState(orderOf(screenshots));
  const form = useSave({ texts: serverFirst });
  const order = orderOf(items);
  const list = (
    <Thumbnails
      items={items}
      onMove={(from, to) => {
        form.setAlert(null);
        setItems(moved(items, from, to));
      }}
    />
  );

  const save = (): void => {
    void form.save(
      () => appsApi.update(appId, { screenshot_order: order }),
      () => {
        setSaved(order);
        return { message: messages.appForms.linksUpdated };
      },
    );
  };

  // One alone has no order.
  if (items.length < 2) return list;
  return (
    <SaveForm form={form} action="Save the order" busy="Saving..." isReady={order !== saved} onSubmit={save}>
      {list}
    </SaveForm>
  );
}
