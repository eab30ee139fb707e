import type { Screen } from '../scene.ts';
import { docs } from './docs.ts';
import { editor } from './editor.ts';
import { event, flights } from './events.ts';
import { fleet, patient } from './field-work.ts';
import { jobs } from './jobs.ts';
import { landing } from './landing.ts';
import { classroom, courses } from './learn.ts';
import { checkout, compare } from './pay.ts';
import { articles, forum } from './read.ts';
import { report } from './report.ts';
import { results, storefront } from './shop.ts';
import { dashboard, records } from './work.ts';

/** Landscape screens by name, 1280 by 800. */
export const webScreens = {
  articles,
  checkout,
  classroom,
  compare,
  courses,
  dashboard,
  docs,
  editor,
  event,
  fleet,
  flights,
  forum,
  jobs,
  landing,
  patient,
  records,
  report,
  results,
  storefront,
} satisfies Record<string, Screen>;

export type WebScreenName = keyof typeof webScreens;
