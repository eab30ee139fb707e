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
  /** Under which the picture is kept until it is saved. */
  keptAs: string;
  id: string;
  /** On the button that picks. */
  label: string;
  /** The picture of today. */
  today: { url: string; className: 'avatar' | 'logo'; alt: string } | null;
  hint: string;
  /** It is shown as a circle, and no thumbnail beside it. */
  circular?: boolean;
  send: (file: File, onProgress: (part: number) => void) => Promise<ApiResult<Data>>;
  done: (data: Data) => Done;
}

/** A form for one picture that has to be a square. */
export function SquarePictureForm<Data>({
  keptAs,
  id,
  label,
  today,
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
      {today !== null && !pick && (
        <img className={today.className} src={today.url} width={128} height={128} alt={today.alt} />
      )}
      {crop}
      {pick && circular && !crop && (
        <img className="avatar" src={pick.url} width={128} height={128} alt="The picture you chose" />
      )}
      {pick && !circular && (
        <div className="thumbs-start">
          <Thumbnails items={[pick]} onRemove={remove} />
        </div>
      )}
      <PictureDrop id={id} label={label} isBusy={isBusy} error={error} onFiles={(files) => void add(files)} />
    </Form>
  );
}
