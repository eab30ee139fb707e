// The forms that change pictures: the logo and the screenshots of an app, and the picture of a profile.
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { type ApiResult, callApi, updateApp, updateProfile } from '../../lib/client/api/api.ts';
import { formKey, writeDraft } from '../../lib/client/drafts/form-drafts.ts';
import { readPictures, sweepPictures, urlOf, writePictures } from '../../lib/client/drafts/pictures.ts';
import { ownPath } from '../../lib/client/page/page.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { type Done, Form, useForm, useOwner, type Values } from '../forms/Form.tsx';
import { WithVerified } from '../profile/WithProfile.tsx';
import {
  moved,
  PictureDrop,
  PictureList,
  SquarePicture,
  Thumbnails,
  useAddPictures,
  type Pictures,
  type Thumbnail,
} from './PictureFields.tsx';

interface Sending<Data> {
  send: (body: FormData, onProgress: (part: number) => void) => Promise<ApiResult<Data>>;
  done: (data: Data) => Done;
}

/**
 * A form of pictures, which this browser keeps as it keeps the values of other forms.
 * @param field name under which the pictures are sent
 */
function usePictureForm<Data>(name: string, field: string, { send, done }: Sending<Data>) {
  const owner = useOwner((account) => write(account));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isFromBefore, setFromBefore] = useState(false);
  const newest = useRef(files);

  const write = (account: string): void => {
    if (account === '') return;
    const key = formKey(account, name);
    const count = newest.current.length;
    writeDraft(key, { owner: account, values: count > 0 ? { pictures: count } : {} });
    void writePictures(key, newest.current);
  };
  const show = (next: readonly File[]): void => {
    newest.current = next;
    setFiles(next);
  };
  const set = (next: readonly File[]): void => {
    show(next);
    write(owner);
  };
  useEffect(() => {
    if (owner === '') return;
    let isGone = false;
    void sweepPictures()
      .then(() => readPictures(formKey(owner, name)))
      .then((stored) => {
        if (isGone || newest.current.length > 0 || stored.length === 0) return;
        show(stored);
        setFromBefore(true);
      });
    return () => {
      isGone = true;
    };
  }, [name, owner]);
  const values: Values = files.length > 0 ? { pictures: files.map(urlOf) } : {};
  const clear = (): void => set([]);
  const resumed = { isFromBefore: isFromBefore && files.length > 0, discard: clear };
  const form = useForm<Values, Data>({
    store: { values, changed: values, change: () => undefined, settle: clear, resumed },
    async send(_, { onProgress }) {
      const body = new FormData();
      for (const file of files) body.append(field, file);
      return await send(body, onProgress);
    },
    done,
  });
  const pictures: Pictures = { pictures: files, current: () => newest.current, set };
  return { form, pictures };
}

interface SquareProps<Data> extends Omit<ComponentProps<typeof SquarePicture>, 'of'>, Sending<Data> {
  draft: string;
  current: { url: string; className: 'avatar' | 'logo'; alt: string } | null;
}

/** A form for one square picture, in the field that is named as its element. */
function SquarePictureForm<Data>({ draft, current, send, done, ...field }: SquareProps<Data>) {
  const { form, pictures } = usePictureForm(draft, field.id, { send, done });
  return (
    <Form form={form} action="Save" busy="Saving...">
      {current !== null && pictures.pictures.length === 0 && (
        <img className={current.className} src={current.url} width={128} height={128} alt={current.alt} />
      )}
      <SquarePicture {...field} of={pictures} />
    </Form>
  );
}

export function LogoForm({ appId, logo }: { appId: string; logo: string | null }) {
  const [shown, setShown] = useState(logo);
  return (
    <SquarePictureForm
      draft={`app-logo:${appId}`}
      id="logo"
      label="Upload new logo"
      current={shown === null ? null : { url: shown, className: 'logo', alt: 'The current logo' }}
      hint={messages.pictures.cropLogo}
      send={(body, onProgress) => updateApp(appId, body, onProgress)}
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
          id="dp"
          label="Change Profile Picture"
          current={
            dp === null ? null : { url: ownPath(dp), className: 'avatar', alt: 'Your current picture' }
          }
          hint={messages.pictures.cropFace}
          circular
          send={(body, onProgress) => updateProfile(id, body, onProgress)}
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
  count: number;
  /** Their unsaved order. It is sent as well, because the page reloads afterwards. */
  order?: readonly string[] | undefined;
}

export function AddScreenshotsForm({ appId, nameId, count, order }: AddProps) {
  const { form, pictures } = usePictureForm(`app-screenshots:${appId}`, 'screenshots', {
    send: async (body, onProgress) => {
      const ordered = order && (await updateApp(appId, { screenshot_order: order.join() }));
      return ordered && ordered.kind !== 'ok' ? ordered : await updateApp(appId, body, onProgress);
    },
    done: () => savedTo(nameId, messages.appForms.screenshotAdded),
  });
  return (
    <Form form={form} action="Save" busy="Uploading...">
      <PictureList id="screenshots" max={limits.screenshotsPerApp - count} before={count} of={pictures} />
    </Form>
  );
}

export function ReplaceScreenshotForm({ nameId, screenshotId }: { nameId: string; screenshotId: string }) {
  const { form, pictures } = usePictureForm(`screenshot:${screenshotId}`, 'screenshots', {
    send: (body, onProgress) =>
      callApi('PATCH', `/app/screenshot/${screenshotId}/update/`, { body, onProgress }),
    done: () => savedTo(nameId, messages.appForms.screenshotUpdated),
  });
  const adding = useAddPictures(pictures);
  return (
    <Form form={form} action="Save" busy="Uploading...">
      <PictureDrop
        id="screenshot"
        label={pictures.pictures.length > 0 ? 'Choose another image' : 'Choose an image'}
        of={adding}
      />
      <Thumbnails
        items={pictures.pictures.map((file) => ({ url: urlOf(file) }))}
        onRemove={() => pictures.set([])}
      />
    </Form>
  );
}

interface ListProps {
  appId: string;
  nameId: string;
  screenshots: (Thumbnail & { id: string })[];
}

/** The ordered screenshots of an app, with links to their pages, and a form that adds more. */
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
