/** Reports taps on the links of an app. The links themselves lead straight to where they say. */
export function startTaps(): void {
  const report = ({ button, target }: MouseEvent): void => {
    const link = target instanceof Element && button < 2 && target.closest('[data-taps] a');
    const app = link && link.closest<HTMLElement>('[data-taps]')?.dataset['taps'];
    if (app) navigator.sendBeacon(`/api/v1/app/${app}/taps/`);
  };
  // A press of the wheel opens another tab.
  addEventListener('click', report);
  addEventListener('auxclick', report);
}
