// The forms that change pictures: the logo and the screenshots of an app, and the picture of a profile.
import { useState } from 'react';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { appsApi, profilesApi } from '../../lib/client/api/member-api.ts';
import { ownPath } from '../../lib/client/page/page.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Form } from '../forms/Form.tsx';
import { usePictureDraft, type Values } from '../forms/use-draft.ts';
import { useForm, type Done } from '../forms/use-form.tsx';
import { WithVerified } from '../profile/WithProfile.tsx';
import {
  moved,
  PictureDrop,
  PictureList,
  SquarePicture,
  Thumbnails,
  useAddPictures,
  type Thumbnail,
} from './PictureFields.tsx';

interface SquareProps<Data> {
  /** Name of the form's draft. */
  draft: string;
  /** Name of the field, and id of its element. */
  name: string;
  /** Text of the button that picks a file. */
  label: string;
  /** The current picture. */
  current: { url: string; className: 'avatar' | 'logo'; alt: string } | null;
  hint: string;
  /** Shows the picture as a circle, and without a thumbnail. */
  circular?: boolean;
  send: (body: FormData, onProgress: (part: number) => void) => Promise<ApiResult<Data>>;
  done: (data: Data) => Done;
}

/** A form for one square picture. */
function SquarePictureForm<Data>({
  draft,
  name,
  label,
  current,
  hint,
  circular = false,
  send,
  done,
}: SquareProps<Data>) {
  const pictures = usePictureDraft(draft);
  const [pick] = pictures.pictures;
  const form = useForm<Values, Data>({
    pictures,
    send: async (_, { onProgress }) => {
      const body = new FormData();
      if (pick) body.set(name, pick.file);
      return await send(body, onProgress);
    },
    done,
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      {current !== null && !pick && (
        <img className={current.className} src={current.url} width={128} height={128} alt={current.alt} />
      )}
      <SquarePicture
        id={name}
        label={label}
        hint={hint}
        circular={circular}
        pictures={pictures.pictures}
        current={pictures.current}
        onChange={pictures.set}
      />
    </Form>
  );
}

/** @param logo path of the current one */
export function LogoForm({ appId, logo }: { appId: string; logo: string | null }) {
  const [shown, setShown] = useState(logo);
  return (
    <SquarePictureForm
      draft={`app-logo:${appId}`}
      name="logo"
      label="Upload new logo"
      current={shown === null ? null : { url: shown, className: 'logo', alt: 'The current logo' }}
      hint={messages.pictures.cropLogo}
      send={(body, onProgress) => appsApi.update(appId, body, onProgress)}
      done={(app) => {
        if (app.logo !== null) setShown(ownPath(app.logo));
        return { message: messages.appForms.logoUpdated };
      }}
    />
  );
}

export function ProfilePictureForm() {
  return (
    <WithVerified what="picture">
      {({ id, dp }) => (
        <SquarePictureForm
          draft="profile-picture"
          name="dp"
          label="Change Profile Picture"
          current={
            dp === null ? null : { url: ownPath(dp), className: 'avatar', alt: 'Your current picture' }
          }
          hint={messages.pictures.cropFace}
          circular
          send={(body, onProgress) => profilesApi.update(id, body, onProgress)}
          done={() => ({ message: messages.profile.updated, to: urls.profile() })}
        />
      )}
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
  /** Number of screenshots that the app has. */
  count: number;
  /** Their unsaved order. It is sent as well, because the page reloads afterwards. */
  order?: readonly string[] | undefined;
}

export function AddScreenshotsForm({ appId, nameId, count, order }: AddProps) {
  const draft = usePictureDraft(`app-screenshots:${appId}`);
  const form = useForm({
    pictures: draft,
    send: async (_, { onProgress }) => {
      const body = new FormData();
      for (const { file } of draft.pictures) body.append('screenshots', file);
      const ordered = order && (await appsApi.update(appId, { screenshot_order: order.join() }));
      return ordered && ordered.kind !== 'ok' ? ordered : await appsApi.update(appId, body, onProgress);
    },
    done: () => savedTo(nameId, messages.appForms.screenshotAdded),
  });
  return (
    <Form form={form} action="Save" busy="Uploading...">
      <PictureList
        id="screenshots"
        max={limits.screenshotsPerApp - count}
        pictures={draft.pictures}
        before={count}
        current={draft.current}
        onChange={draft.set}
      />
    </Form>
  );
}

export function ReplaceScreenshotForm({ nameId, screenshotId }: { nameId: string; screenshotId: string }) {
  const draft = usePictureDraft(`screenshot:${screenshotId}`);
  const { pictures, current, set } = draft;
  const { add, isBusy, error } = useAddPictures({ current, onChange: set });
  const form = useForm({
    pictures: draft,
    send: (_, { onProgress }) => {
      const body = new FormData();
      for (const { file } of pictures) body.append('screenshots', file);
      return appsApi.replaceScreenshot(screenshotId, body, onProgress);
    },
    done: () => savedTo(nameId, messages.appForms.screenshotUpdated),
  });
  return (
    <Form form={form} action="Save" busy="Uploading...">
      <PictureDrop
        id="screenshot"
        label={pictures.length > 0 ? 'Choose another image' : 'Choose an image'}
        isBusy={isBusy}
        error={error}
        onFiles={(files) => void add(files)}
      />
      <Thumbnails items={pictures} onRemove={() => set([])} />
    </Form>
  );
}

interface ListProps {
  appId: string;
  nameId: string;
  screenshots: Required<Thumbnail>[];
}

/** The ordered screenshots of an app, with links to their pages, and a form that adds more. */
export function ScreenshotList({ appId, nameId, screenshots }: ListProps) {
  const ids = screenshots.map(({ id }) => id);
  /** A kept order is out of date if screenshots were added or deleted since. */
  const isOfThese = (order: readonly string[]): boolean => order.toSorted().join() === ids.toSorted().join();
  const form = useForm({
    draft: `app-order:${appId}`,
    initial: { order: ids },
    send: ({ order }) => appsApi.update(appId, { screenshot_order: order.join() }),
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
