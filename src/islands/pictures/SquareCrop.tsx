import { lazy, Suspense } from 'react';
import { messages } from '../../lib/shared/text/messages.ts';
import type { CropAreaProps } from './CropArea.tsx';

/** Loaded only when a picture is cropped. Offline it cannot be loaded, and the middle of the picture is used. */
const CropArea = lazy(() => import('./CropArea.tsx').catch(() => ({ default: MiddleOnly })));

function MiddleOnly() {
  return (
    <p className="soft" role="status">
      {messages.pictures.middleUsed}
    </p>
  );
}

export function SquareCrop(props: CropAreaProps) {
  return (
    <Suspense fallback={<p className="soft">{messages.pictures.cropLoading}</p>}>
      <CropArea {...props} />
    </Suspense>
  );
}
