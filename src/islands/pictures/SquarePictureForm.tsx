import type { ApiResult } from '../../lib/client/api/api.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Form } from '../forms/Form.tsx';
import { useForm, type Done } from '../forms/use-form.ts';
import { useKeptPictures } from '../forms/use-kept-pictures.ts';
import { PictureDrop } from './PictureDrop.tsx';
import { SquareCrop } from './SquareCrop.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { useSquarePicture } from './use-square-picture.ts';

interface Props<Data> {
  /** Name under which the picture is kept until it is saved. */
  keptAs: string;
  id: string;
  /** Text of the button that picks a file. */
  label: string;
  /** The current picture. */
  current: { url: string; className: 'avatar' | 'logo'; alt: string } | null;
  hint: string;
  /** Shows the picture as a circle, and without a thumbnail. */
  circular?: boolean;
  send: (file: File, onProgress: (part: number) => void) => Promise<ApiResult<Data>>;
  done: (data: Data) => Done;
}

/** A form for one square picture. */
export function SquarePictureForm<Data>({
  keptAs,
  id,
  label,
  current,
  hint,
  circular = false,
  send,
  done,
}: Props<Data>) {
  const pictures = useKeptPictures(keptAs);
  const { add, isBusy, error, source, choosePart, remove, finish } = useSquarePicture({
    current: pictures.current,
    onChange: pictures.set,
    cutsSquares: circular,
  });
  const [pick] = pictures.pictures;
  const form = useForm({
    pictures,
    send: async (_, onProgress) => await send((pick as NonNullable<typeof pick>).file, onProgress),
    texts: serverFirst,
    done(data: Data) {
      finish();
      return done(data);
    },
  });
  const crop = source && pick && (
    <SquareCrop key={source.id} url={source.url} circular={circular} hint={hint} onPart={choosePart} />
  );
  return (
    <Form form={form} action="Save" busy="Saving...">
      {current !== null && !pick && (
        <img className={current.className} src={current.url} width={128} height={128} alt={current.alt} />
      )}
      {crop}
      {pick && circular && !crop && (
        <img className="avatar" src={pick.url} width={128} height={128} alt="The picture you chose" />
      )}
      {pick && !circular && <Thumbnails items={[pick]} onRemove={remove} />}
      <PictureDrop id={id} label={label} isBusy={isBusy} error={error} onFiles={(files) => void add(files)} />
    </Form>
  );
}
