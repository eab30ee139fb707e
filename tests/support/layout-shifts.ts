// Layout shifts that a page has made, with the elements that moved.
import type { Page } from '@playwright/test';

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
