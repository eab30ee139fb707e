import { appsApi } from '../../lib/client/api/apps-api.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKept } from '../forms/use-kept.ts';
import ScreenshotsForm from './ScreenshotsForm.tsx';
import { moved, Thumbnails, type Thumbnail } from './Thumbnails.tsx';

interface Props {
  appId: string;
  nameId: string;
  screenshots: Required<Thumbnail>[];
}

/** The ordered screenshots of an app, with links to their pages, and a form that adds more. */
export default function ScreenshotList({ appId, nameId, screenshots }: Props) {
  const ids = screenshots.map(({ id }) => id);
  // A kept order is out of date if screenshots were added or deleted since.
  const isOfThese = (text: string) => text.split(',').sort().join() === [...ids].sort().join();
  const schema = z.object({ order: z.string().refine(isOfThese) });
  const store = useKept(`app-order:${appId}`, schema, { order: ids.join() });
  const order = store.values.order.split(',');
  const items = order.flatMap((id) => screenshots.find((screenshot) => screenshot.id === id) ?? []);
  const form = useForm({
    store,
    send: () => appsApi.update(appId, { screenshot_order: store.values.order }),
    texts: serverFirst,
    done: () => ({ message: messages.appForms.linksUpdated }),
  });
  const list = (
    <Thumbnails
      items={items}
      onMove={(from, to) => {
        form.touch();
        store.change({ order: moved(order, from, to).join() });
      }}
    />
  );
  return (
    <>
      {items.length < 2 ? (
        list
      ) : (
        <Form form={form} action="Save the order" busy="Saving...">
          {list}
        </Form>
      )}
      {items.length < limits.screenshotsPerApp && (
        <section className="add-screenshots">
          <ScreenshotsForm
            nameId={nameId}
            appId={appId}
            count={items.length}
            order={store.changed['order']}
          />
        </section>
      )}
    </>
  );
}
