import { useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSave } from '../forms/use-save.ts';
import { AddScreenshotsForm } from './AddScreenshotsForm.tsx';
import { serverFirst } from '../app/own-texts.ts';
import { moved, Thumbnails, type Thumbnail } from './Thumbnails.tsx';

interface Props {
  appId: string;
  screenshots: Required<Thumbnail>[];
}

interface OrderProps extends Props {
  /** Told of an order that is not saved; undefined for the saved one. */
  onOrder: (order: string | undefined) => void;
}

const orderOf = (items: readonly Thumbnail[]) => items.map(({ id }) => id).join(',');

/** The screenshots of an app in their order, and the picker for more of them. */
export default function ScreenshotList({ appId, screenshots }: Props) {
  const [order, setOrder] = useState<string>();
  return (
    <>
      {screenshots.length > 0 && <Order appId={appId} screenshots={screenshots} onOrder={setOrder} />}
      {screenshots.length < limits.screenshotsPerApp && (
        <section id="add" className="add-screenshots">
          <AddScreenshotsForm appId={appId} count={screenshots.length} order={order} />
        </section>
      )}
    </>
  );
}

/** Each screenshot leads to its own page. */
function Order({ appId, screenshots, onOrder }: OrderProps) {
  const [items, setItems] = useState(screenshots);
  const [saved, setSaved] = useState(orderOf(screenshots));
  const form = useSave({ texts: serverFirst });
  const order = orderOf(items);
  const list = (
    <Thumbnails
      items={items}
      onMove={(from, to) => {
        form.setAlert(null);
        const changed = moved(items, from, to);
        setItems(changed);
        onOrder(orderOf(changed) === saved ? undefined : orderOf(changed));
      }}
    />
  );

  const save = (): void => {
    void form.save(
      () => appsApi.update(appId, { screenshot_order: order }),
      () => {
        setSaved(order);
        onOrder(undefined);
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
