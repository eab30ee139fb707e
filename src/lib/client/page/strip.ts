import { screenshotRotationMs } from '../../shared/schemas/limits.ts';
import { calm, rotate } from './slides.ts';

type OpenAt = (link: HTMLAnchorElement) => void;

/** Opens the screenshots of the strip in a full-screen viewer, which is loaded at the first press. */
export function startViewer(): void {
  const strip = document.querySelector<HTMLElement>('[data-shots]');
  let prepared: Promise<OpenAt | null> | undefined;
  strip?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    prepared ??= import('./viewer.ts').then(({ prepareViewer }) => prepareViewer(strip));
    prepared.then(
      (open) => open?.(link),
      () => {
        // Without the viewer's script the link opens the picture.
        location.href = link.href;
      },
    );
  });
}

/** Moves the strip on every 8 seconds, until somebody pauses, touches, hovers or focuses it. */
export function startStrip(): void {
  const strip = document.querySelector<HTMLElement>('[data-shots]');
  const pause = document.querySelector<HTMLElement>('[data-shots-pause]');
  const mayMove = (): boolean => !calm.matches && document.documentElement.dataset['saver'] === undefined;
  if (!strip || !pause || strip.scrollWidth <= strip.clientWidth || !mayMove()) return;
  pause.hidden = false;
  let rotation: ReturnType<typeof rotate> | undefined;
  const set = (isMoving: boolean): void => {
    rotation?.stop();
    rotation = isMoving ? rotate(strip, screenshotRotationMs, step) : undefined;
    pause.setAttribute('aria-pressed', String(!isMoving));
  };
  const step = (): void => {
    if (!mayMove()) return;
    const { scrollLeft, clientWidth, scrollWidth } = strip;
    const [first, ...others] = [...strip.children].map((item) => (item as HTMLElement).offsetLeft);
    const starts = others.map((left) => left - (first ?? 0));
    const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
    const next = starts.find((left) => left > scrollLeft + 1) ?? 0;
    strip.scrollTo({ left: isAtEnd ? 0 : next, behavior: 'smooth' });
  };
  set(true);
  for (const kind of ['pointerenter', 'focusin'] as const) strip.addEventListener(kind, () => set(false));
  pause.addEventListener('click', () => set(rotation === undefined));
}
