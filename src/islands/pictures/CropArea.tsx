import 'react-image-crop/dist/ReactCrop.css';
import { useState } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import type { Part } from '../../lib/client/forms/picture-file.ts';

interface Props {
  url: string;
  first: Part;
  circular?: boolean;
  hint: string;
  onPart: (part: Part) => void;
}

const ariaLabels = {
  cropArea: 'Part of the picture that is shown. Move it with the arrow keys.',
  nwDragHandle: 'Upper left corner',
  nDragHandle: 'Upper edge',
  neDragHandle: 'Upper right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Lower right corner',
  sDragHandle: 'Lower edge',
  swDragHandle: 'Lower left corner',
  wDragHandle: 'Left edge',
};

/** Lets a person choose a square part of a picture by touch, mouse or keyboard. Its key must be the picture's id. */
export default function CropArea({ url, first, circular = false, hint, onPart }: Props) {
  const [crop, setCrop] = useState<PercentCrop>({ unit: '%', ...first });
  return (
    <>
      <p className="soft">{hint}</p>
      <ReactCrop
        crop={crop}
        onChange={(_, changed) => setCrop(changed)}
        onComplete={(_, part) => onPart(part)}
        aspect={1}
        keepSelection
        circularCrop={circular}
        minWidth={48}
        ariaLabels={ariaLabels}
      >
        <img className="crop-picture" src={url} alt="The picture you chose" />
      </ReactCrop>
    </>
  );
}
