// The icons that islands use. They are listed here, so that no others are sent to the browser.
import * as lines from '../../lib/shared/icons/line.ts';

const paths = {
  back: lines.back,
  previous: lines.previous,
  next: lines.next,
  close: lines.close,
  upload: lines.upload,
  check: lines.check,
  alert: lines.alert,
  eye: lines.eye,
  eyeOff: lines.eyeOff,
  search: lines.search,
} as const;

export function Icon({ name, size = 20 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
