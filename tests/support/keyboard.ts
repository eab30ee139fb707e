// A page without a mouse: what the Tab key reaches, in which order, and whether one sees where the focus is.
import type { Locator, Page } from '@playwright/test';

/** Presses the Tab key until the part has the focus. @throws Error if it does not get it */
export async function tabTo(page: Page, part: Locator, most = 40): Promise<void> {
  await part.waitFor({ timeout: 15_000 });
  for (let presses = 0; presses < most; presses += 1) {
    if (await part.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The tab key does not reach it.');
}

/** Goes to a button, link or summary with the Tab key, and presses Enter. */
export async function enterOn(page: Page, part: Locator, most = 40): Promise<void> {
  await tabTo(page, part, most);
  await page.keyboard.press('Enter');
}

/** Goes to a field with the Tab key, and types. */
export async function typeInto(page: Page, field: Locator, text: string, most = 40): Promise<void> {
  await tabTo(page, field, most);
  await page.keyboard.type(text);
}

/** Goes to a menu with the Tab key, and chooses the value with the arrow keys. */
export async function chooseInto(page: Page, menu: Locator, value: string, most = 40): Promise<void> {
  await tabTo(page, menu, most);
  const options = await menu.locator('option').count();
  if ((await menu.inputValue()) !== value) await page.keyboard.press('Home');
  for (let presses = 0; presses < options && (await menu.inputValue()) !== value; presses += 1)
    await page.keyboard.press('ArrowDown');
  if ((await menu.inputValue()) !== value) throw new Error(`The arrow keys do not reach ${value}.`);
}

declare global {
  interface Window {
    /** Controls that the Tab key should reach, in the order of the document. */
    keyboardStops?: HTMLElement[];
  }
}

/** Notes every control that can be seen and used. Of the radio buttons of a group the Tab key reaches one. */
const noteStops = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]',
    );
    const isUsable = (control: HTMLElement): boolean =>
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.matches(':disabled, [tabindex="-1"], input[type="hidden"]') &&
      control.closest('[inert]') === null;
    const groups = new Map<string, HTMLInputElement>();
    const stops = [...controls].filter((control) => {
      if (!isUsable(control)) return false;
      if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true;
      const group = `${control.form?.action ?? ''} ${control.name}`;
      const checked = document.querySelector<HTMLElement>(
        `input[type="radio"][name="${CSS.escape(control.name)}"]:checked`,
      );
      if (groups.has(group) || (checked !== null && checked !== control)) return false;
      groups.set(group, control);
      return true;
    });
    window.keyboardStops = stops;
    return stops.length;
  });

interface Stop {
  /** Its place among the noted controls; -1 for one that is not among them, null where no control has the focus. */
  index: number | null;
  html: string;
  isMarked: boolean;
  isInView: boolean;
}

/** What has the focus, whether it is marked, and whether one sees it. */
const focusedStop = (page: Page): Promise<Stop> =>
  page.evaluate(async () => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { index: null, html: '', isMarked: true, isInView: true };
    const isMarkedAt = (one: Element): boolean => {
      const { boxShadow, outlineStyle, outlineWidth } = getComputedStyle(one);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    // Nine points of the control: one that is not covered is enough (WCAG 2.4.11).
    const isSeen = (): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.1, 0.5, 0.9].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const hit = document.elementFromPoint(left + width * across, top + height * down);
          return hit !== null && (element.contains(hit) || hit.contains(element));
        }),
      );
    };
    let isInView = isSeen();
    // It may still be scrolled into view.
    for (let frames = 0; frames < 60 && !isInView; frames += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      isInView = isSeen();
    }
    const { parentElement } = element;
    return {
      index: window.keyboardStops?.indexOf(element) ?? -1,
      html: element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120),
      // A control that is drawn by its label is marked there.
      isMarked:
        isMarkedAt(element) ||
        (parentElement !== null && parentElement.matches('label, li, form') && isMarkedAt(parentElement)) ||
        (element.nextElementSibling !== null && isMarkedAt(element.nextElementSibling)),
      isInView,
    };
  });

/** Finds what does not work without a mouse on the page in its current state, by one walk with the Tab key. */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const count = await noteStops(page);
  // The walk begins at the first control.
  await page.evaluate(() => window.keyboardStops?.[0]?.focus());
  const faults: string[] = [];
  const reached = new Set<number>();
  let last = -1;
  for (let presses = 0; presses < count + 60; presses += 1) {
    if (presses > 0) await page.keyboard.press('Tab');
    const { index, html, isMarked, isInView } = await focusedStop(page);
    // Beyond the last control the focus leaves the page, or begins again.
    // A field of a date has a stop for each of its parts.
    if (index !== null && index >= 0 && index === last) continue;
    if (index === null || (index >= 0 && reached.has(index))) break;
    if (!isMarked) faults.push(`no mark of the focus: ${html}`);
    if (!isInView) faults.push(`covered: ${html}`);
    if (index === -1) continue;
    if (index < last) faults.push(`out of order: ${html}`);
    last = index;
    reached.add(index);
  }
  const missed = await page.evaluate(
    (all) =>
      (window.keyboardStops ?? []).flatMap((stop, index) =>
        all.includes(index) || !stop.isConnected
          ? []
          : [`not reached: ${stop.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120)}`],
      ),
    [...reached],
  );
  return [...faults, ...missed];
}
