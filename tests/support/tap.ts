// A finger on a link, which rests there as long as a real one does.
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from '@playwright/test';

const restsMs = 100;

/** Touches the middle of the element for a tenth of a second. */
export async function tap(cdp: CDPSession, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to tap.');
  const point = { x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2 };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await wait(restsMs);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** How the open page was fetched: 'navigational-prefetch' for one that was fetched ahead, otherwise ''. */
export async function deliveryOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      deliveryType: string;
    })[];
    return entry?.deliveryType ?? 'unknown';
  });
}
