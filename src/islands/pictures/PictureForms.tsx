import { useState } from 'react';
import { type ApiResult, callApi, updateApp, updateProfile } from '../../lib/client/api/api.ts';
import { fileOf, readPictures, writePictures } from '../../lib/client/drafts/pictures.ts';
import { ownPath } from '../../lib/client/page/page.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { type Done, Form, useForm } from '../forms/Form.tsx';
import { WithProfile, WithVerified } from '../profile/WithProfile.tsx';
import {
  moved,
  PictureDrop,
  PictureList,
  SquarePicture,
  Thumbnails,
  useAddPictures,
  usePictures,
  type SquareProps,
  type Thumbnail,
} from './PictureFields.tsx';

interface Sending<Data> {
  send: (body: FormData, onProgress: (part: number) => void) => Promise<ApiResult<Data>>;
  done: (data: Data) => Done;
}

/** @param name of the field, also of what is sent */
function usePictureForm<Data>(draft: string, name: string, { send, done }: Sending<Data>) {
  const none: readonly string[] = [];
  const initial = { [name]: none };
  return useForm<Record<string, readonly string[]>, Data>({
    draft,
    pictures: { name, read: readPictures, write: writePictures },
    initial,
    async send(values, { onProgress }) {
      const body = new FormData();
      for (const url of values[name] ?? []) body.append(name, fileOf(url));
      return await send(body, onProgress);
    },
    done: (data) => ({ ...done(data), saved: initial }),
  });
}

interface SquareFormProps<Data> extends SquareProps, Sending<Data> {
  draft: string;
  current: { url: string; className: 'avatar' | 'logo'; alt: string } | null;
}

function SquarePictureForm<Data>({ draft, current, send, done, ...field }: SquareFormProps<Data>) {
  const form = usePictureForm(draft, field.name, { send, done });
  return (
    <Form form={form} action="Save" busy="Saving...">
      {current !== null && form.values[field.name]?.length === 0 && (
        <img className={current.className} src={current.url} width={128} height={128} alt={current.alt} />
      )}
      <SquarePicture {...field} />
    </Form>
  );
}

export function LogoForm({ appId, logo }: { appId: string; logo: string | null }) {
  const [shown, setShown] = useState(logo);
  return (
    <SquarePictureForm
      draft={`app-logo:${appId}`}
      name="logo"
      label="Upload new logo"
      current={shown === null ? null : { url: shown, className: 'logo', alt: 'The current logo' }}
      hint={messages.pictures.cropLogo}
      send={(body, onProgress) => updateApp(appId, body, onProgress)}
      done={(app) => {
        if (app.logo !== null) setShown(ownPath(app.logo));
        return { message: 'App logo update successful' };
      }}
    />
  );
}

export function ProfilePictureForm() {
  return (
    <WithVerified to="show a picture">
      <WithProfile>
        {({ id, dp }) => (
          <SquarePictureForm
            draft="profile-picture"
            name="dp"
            label="Change Profile Picture"
            current={
              dp === null ? null : { url: ownPath(dp), className: 'avatar', alt: 'Your current picture' }
            }
            hint="Drag the square, or move it with the arrow keys, to where your face is."
            circular
            send={(body, onProgress) => updateProfile(id, body, onProgress)}
            done={() => ({ message: messages.profile.updated, to: urls.profile() })}
          />
        )}
      </WithProfile>
    </WithVerified>
  );
}

const savedTo = (nameId: string, message: string): Done => ({
  message,
  to: urls.updateAppPart(nameId, 'screenshots'),
});

interface AddProps {
  appId: string;
  nameId: string;
  count: number;
  /** Their unsaved order. It is sent as well, because the page reloads afterwards. */
  order?: readonly string[] | undefined;
}

export function AddScreenshotsForm({ appId, nameId, count, order }: AddProps) {
  const form = usePictureForm(`app-screenshots:${appId}`, 'screenshots', {
    send: async (body, onProgress) => {
      const ordered = order && (await updateApp(appId, { screenshot_order: order.join() }));
      return ordered && ordered.kind !== 'ok' ? ordered : await updateApp(appId, body, onProgress);
    },
    done: () => savedTo(nameId, 'Screenshot upload successful'),
  });
  return (
    <Form form={form} action="Save" busy="Uploading...">
      <PictureList name="screenshots" max={limits.screenshotsPerApp - count} before={count} />
    </Form>
  );
}

export function ReplaceScreenshotForm({ nameId, screenshotId }: { nameId: string; screenshotId: string }) {
  const form = usePictureForm(`screenshot:${screenshotId}`, 'screenshots', {
    send: (body, onProgress) =>
      callApi('PATCH', `/app/screenshot/${screenshotId}/update/`, { body, onProgress }),
    done: () => savedTo(nameId, 'App screenshot update successful'),
  });
  return (
    <Form form={form} action="Save" busy="Uploading...">
      <OnePicture name="screenshots" />
    </Form>
  );
}

/** A picture that keeps its shape. */
function OnePicture({ name }: { name: string }) {
  const { pictures, set } = usePictures(name);
  const adding = useAddPictures((url) => set(() => [url]));
  return (
    <>
      <PictureDrop
        id={name}
        label={pictures.length > 0 ? 'Choose another image' : 'Choose an image'}
        of={adding}
      />
      <Thumbnails items={pictures.map((url) => ({ url }))} onRemove={() => set(() => [])} />
    </>
  );
}

interface ListProps {
  appId: string;
  nameId: string;
  screenshots: (Thumbnail & { id: string })[];
}

export function ScreenshotList({ appId, nameId, screenshots }: ListProps) {
  const ids = screenshots.map(({ id }) => id);
  /** A kept order is out of date if screenshots were added or deleted since. */
  const isOfThese = (order: readonly string[]): boolean =>
    order.length === ids.length && order.every((id) => ids.includes(id));
  const form = useForm({
    draft: `app-order:${appId}`,
    initial: { order: ids },
    send: ({ order }) => updateApp(appId, { screenshot_order: order.join() }),
    done: () => ({ message: messages.appForms.linksUpdated }),
    ready: ({ order }) => isOfThese(order) && order.join() !== ids.join(),
  });
  const order = isOfThese(form.values.order) ? form.values.order : ids;
  const items = order.flatMap((id) => screenshots.find((screenshot) => screenshot.id === id) ?? []);
  const list = (
    <Thumbnails items={items} onMove={(from, to) => form.change({ order: moved(order, from, to) })} />
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
          <AddScreenshotsForm
            nameId={nameId}
            appId={appId}
            count={items.length}
            order={order.join() === ids.join() ? undefined : order}
          />
        </section>
      )}
    </>
  );
}
