/**
 * Notes a press of the button that follows an app or a developer. This is in the head, because the script of the button
 * comes late: it makes up for the press when it comes (lib/client/follow/follow-button.ts).
 */
export function notePressedFollow(): void {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-follow]') : null;
    if (button) button.dataset['pressed'] = '';
  });
}
