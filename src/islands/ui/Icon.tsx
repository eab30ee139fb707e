// The icons that islands use. They are listed here, so that no others are sent to the browser.
import {
  alert,
  back,
  check,
  close,
  eye,
  eyeOff,
  next,
  previous,
  search,
  upload,
} from '../../lib/shared/icons/line.ts';

const paths = { alert, back, check, close, eye, eyeOff, next, previous, search, upload } as const;

export function Icon({ name, size = 20 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
