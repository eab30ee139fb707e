import type { ApiResult } from '../../lib/client/api/api.ts';
import { appsApi } from '../../lib/client/api/apps-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useKeptPictures } from '../forms/use-kept-pictures.ts';
import { PictureDrop } from './PictureDrop.tsx';
import { moved, Thumbnails } from './Thumbnails.tsx';
import { useAddPictures } from './use-add-pictures.ts';

type Props = { nameId: string } & (
  | {
      appId: string;
      /** Number of screenshots that the app has. */
      count: number;
      /** Their unsaved order. It is sent as well, because the page reloads afterwards. */
      order?: string | undefined;
    }
  /** The screenshot to replace. */
  | { screenshotId: string }
);

/** Adds screenshots, or replaces one. */
export default function ScreenshotsForm({ nameId, ...target }: Props) {
  const replaces = 'screenshotId' in target;
  const pictures = useKeptPictures(
    replaces ? `screenshot:${target.screenshotId}` : `app-screenshots:${target.appId}`,
  );
  const count = replaces ? 0 : target.count;
  const { add, isBusy, error, clearError } = useAddPictures({
    max: replaces ? 1 : limits.screenshotsPerApp - count,
    isList: !replaces,
    current: pictures.current,
    onChange: pictures.set,
  });

  const send = async (onProgress: (part: number) => void): Promise<ApiResult<unknown>> => {
    const body = new FormData();
    for (const { file } of pictures.pictures) body.append('screenshots', file);
    if (replaces) return await appsApi.replaceScreenshot(target.screenshotId, body, onProgress);
    const { appId, order } = target;
    const ordered = order === undefined ? null : await appsApi.update(appId, { screenshot_order: order });
    return ordered && ordered.kind !== 'ok' ? ordered : await appsApi.update(appId, body, onProgress);
  };

  const form = useForm({
    pictures,
    send: (_, onProgress) => send(onProgress),
    texts: serverFirst,
    done: () => ({
      message: replaces ? messages.appForms.screenshotUpdated : messages.appForms.screenshotAdded,
      to: urls.updateAppPart(nameId, 'screenshots'),
    }),
  });

  const picked = pictures.pictures;
  const labelOfOne = picked.length > 0 ? 'Choose another image' : 'Choose an image';
  return (
    <Form form={form} action="Save" busy="Uploading...">
      <PictureDrop
        id={replaces ? 'screenshot' : 'screenshots'}
        label={replaces ? labelOfOne : 'Choose screenshots'}
        multiple={!replaces}
        isBusy={isBusy}
        error={error}
        onFiles={(files) => void add(files)}
      />
      <Thumbnails
        items={picked}
        before={count}
        {...(!replaces && {
          onMove: (from: number, to: number) => pictures.set(moved(picked, from, to)),
        })}
        onRemove={(id) => {
          clearError();
          pictures.set(picked.filter((other) => other.id !== id));
        }}
      />
      {!replaces && (
        <p className="soft small" role="status">
          {count + picked.length} of {limits.screenshotsPerApp}
        </p>
      )}
    </Form>
  );
}
