import barStyle from '../../../styles/parts/bottom-bar.css?inline';
import { addStyle } from '../page/add-style.ts';
import { makeRoomFor } from './room-for-bar.ts';

/** Adds the bar to the page until `close` is pressed. */
export function showBar(bar: HTMLElement, close: HTMLElement): void {
  addStyle(barStyle);
  document.body.append(bar);
  makeRoomFor(bar);
  close.addEventListener('click', () => {
    bar.remove();
    makeRoomFor(null);
  });
}

export function barButton(text: string, className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  return button;
}
