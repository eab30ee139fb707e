import type { Screen } from '../scene.ts';
import { cards } from './cards.ts';
import { chat, plan, schedule } from './care.ts';
import { lobby, ranking } from './games.ts';
import { detail, feed } from './market.ts';
import { amountEntry, invest, wallet } from './money.ts';
import { goals, spending } from './plans.ts';
import { player, posters, watch } from './play.ts';
import { runner } from './runner.ts';
import { orders, records, shop } from './seller.ts';
import { courses, lesson, quiz } from './study.ts';
import { track, trips } from './transit.ts';
import { welcome } from './welcome.ts';

/** Portrait screens by name, 360 by 780. */
export const phoneScreens = {
  amount: amountEntry,
  cards,
  chat,
  courses,
  detail,
  feed,
  goals,
  invest,
  lesson,
  lobby,
  orders,
  plan,
  player,
  posters,
  quiz,
  ranking,
  records,
  runner,
  schedule,
  shop,
  spending,
  track,
  trips,
  wallet,
  watch,
  welcome,
} satisfies Record<string, Screen>;

export type PhoneScreenName = keyof typeof phoneScreens;
