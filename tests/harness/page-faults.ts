// What is wrong with a page as it stands: controls that the Tab key does not reach, things that do not fit, and things
// that have moved.
import type { Page } from '@playwright/test';

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
    // An input of files is drawn by what is around it.
    const drawn = (element.matches('.unseen') && element.parentElement) || element;
    const isSeen = (): boolean => {
      const { left, top, width, height } = drawn.getBoundingClientRect();
      return [0.1, 0.5, 0.9].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const hit = document.elementFromPoint(left + width * across, top + height * down);
          return hit !== null && (drawn.contains(hit) || hit.contains(drawn));
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
    // The mark of a card is around the whole card.
    const card = element.closest('li');
    return {
      index: window.keyboardStops?.indexOf(element) ?? -1,
      html: element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120),
      // A control that is drawn by its label is marked there.
      isMarked:
        isMarkedAt(element) ||
        (card !== null && getComputedStyle(card).outlineStyle !== 'none') ||
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

/** Finds what does not fit: a page wider than the screen, words broken inside, controls beyond the edge. */
export async function misfits(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    const sideways = root.scrollWidth - root.clientWidth;
    if (sideways > 0) found.push(`${String(sideways)} pixels sideways`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement } = node;
      if (
        !parentElement?.checkVisibility({ visibilityProperty: true }) ||
        parentElement.closest('.unseen, textarea')
      )
        continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        // Whole words only: addresses and the like have to be broken somewhere.
        /(?<=^|\s)\p{Letter}{2,14}(?=$|\s|[.,;:!?](?:$|\s))/gu,
      )) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (Math.max(...tops) - Math.min(...tops) > 4)
          found.push(
            `"${word}" is broken in <${parentElement.localName} class="${parentElement.className}">`,
          );
      }
    }
    for (const control of document.querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, summary',
    )) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.unseen, .skip'))
        continue;
      // What scrolls sideways by itself, such as a row of chips.
      let strip: Element | null = control;
      while (strip !== null && !/auto|scroll/.test(getComputedStyle(strip).overflowX))
        strip = strip.parentElement;
      if (strip !== null && strip.scrollWidth > strip.clientWidth) continue;
      const { left, right, width } = control.getBoundingClientRect();
      if (width > 1 && (left < -1 || right > root.clientWidth + 1))
        found.push(
          `<${control.localName} class="${control.className}"> from ${String(left)} to ${String(right)}`,
        );
    }
    return [...new Set(found)];
  });
}

interface Shift {
  at: number;
  value: number;
  moved: string[];
}

type ShiftEntry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/** Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null): string =>
      node instanceof Element
        ? `${node.localName}.${node.className}`
        : `text '${node?.textContent?.slice(0, 40) ?? ''}'`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[])
        shifts.push({
          at: entry.startTime,
          value: entry.value,
          moved: entry.sources.map(({ node }) => nameOf(node)),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns what moved, in a line for each shift */
export async function shiftsOf(page: Page): Promise<string[]> {
  // Layout shifts are reported in order: once this one is reported, all earlier ones are.
  const made = await page.evaluate(() => {
    const block = document.createElement('p');
    block.style.height = '120px';
    document.body.prepend(block);
    return performance.now();
  });
  const handle = await page.waitForFunction((after) => {
    const { shifts } = window as unknown as { shifts: Shift[] };
    return shifts.some(({ at }) => at >= after) && shifts;
  }, made);
  const shifts = (await handle.jsonValue()) as Shift[];
  return shifts
    .filter(({ at }) => at < made)
    .map(({ moved, value }) => `${value.toFixed(3)}: ${moved.join(', ')}`);
}

/**
 * @returns the sum of the page's layout shifts so far. A browser may pause within a line of the page and draw what it
 * has, so a small sum is no fault: https://web.dev/articles/cls calls 0.1 good.
 */
export async function sumOfShifts(page: Page): Promise<number> {
  return await page.evaluate(() =>
    (window as unknown as { shifts: { value: number }[] }).shifts.reduce((sum, { value }) => sum + value, 0),
  );
}
