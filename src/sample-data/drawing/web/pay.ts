import { art } from '../art/index.ts';
import { icon, iconAt } from '../icons.ts';
import { amount } from '../phone/parts.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc, type Markup, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, widthOf } from '../../../lib/server/platform/drawing/type.ts';
import { cities, naira, people } from '../words.ts';
import { badge, page, panel, pill, status, topBar } from './parts.ts';

/** Paying. */
export const checkout: Screen = (scene) => {
  const { palette, random, sheet, subject, theme } = scene;
  const lines = random.some(theme.items, 3);
  const prices = lines.map(() => amount(scene));
  const total = prices.reduce((sum, price) => sum + price, 0);
  const input = (x: number, y: number, w: number, name: string, value: string) => [
    label(x, y, name, { size: 13, face: 'medium', fill: palette.muted }),
    card(x, y + 10, w, 48, palette.paper, palette.line, 12),
    label(x + 16, y + 40, value, { size: 15, fill: palette.ink, max: w - 30 }),
  ];
  return [
    page(scene, palette.dark ? palette.paper : palette.tint),
    badge(scene, 200, 84, 40),
    label(254, 112, subject.name, { size: 22, face: 'bold', fill: palette.ink }),
    panel(scene, { x: 200, y: 150, w: 520, h: 600, r: 22 }),
    label(232, 200, 'Payment', { size: 23, face: 'bold', fill: palette.ink }),
    ['Card', 'Transfer', 'USSD'].map((word, index) => {
      const x = 232 + index * 154;
      const on = index === 0;
      return [
        box(
          x,
          222,
          142,
          56,
          on ? palette.tint : palette.card,
          14,
          `stroke="${on ? palette.brand : palette.line}" stroke-width="${on ? '2' : '1'}"`,
        ),
        iconAt(
          (['card', 'building', 'phone'] as const)[index] ?? 'card',
          x + 30,
          250,
          22,
          on ? palette.brand : palette.muted,
          2,
        ),
        label(x + 52, 255, word, { size: 14.5, face: 'medium', fill: palette.ink }),
      ];
    }),
    input(232, 314, 456, 'Card number', '•••• •••• •••• 2048'),
    input(232, 400, 220, 'Valid until', '09 / 29'),
    input(468, 400, 220, 'Code', '•••'),
    input(232, 486, 456, 'Name on card', random.pick(people)),
    box(232, 574, 22, 22, palette.brand, 7),
    iconAt('check', 243, 585, 15, palette.onBrand, 3),
    label(266, 591, 'Keep this card for next time', { size: 14, fill: palette.ink }),
    box(232, 626, 456, 58, palette.brand, 16),
    label(460, 662, `Pay ${naira(total)}`, {
      size: 18,
      face: 'bold',
      fill: palette.onBrand,
      anchor: 'middle',
    }),
    icon('shield', 372, 702, 18, palette.muted),
    label(398, 717, 'Protected payment', { size: 13.5, fill: palette.muted }),
    panel(scene, { x: 744, y: 150, w: 336, h: 402, r: 22 }, 'Summary'),
    lines.map(([title, note], index) => {
      const y = 212 + index * 76;
      return [
        art(theme.art, { x: 768, y, w: 58, h: 58, r: 12, subject: title }, random, sheet),
        label(840, y + 26, title, { size: 14.5, face: 'bold', fill: palette.ink, max: 130 }),
        label(840, y + 46, note, { size: 12.5, fill: palette.muted, max: 130 }),
        label(1056, y + 35, naira(prices[index] ?? 0), {
          size: 14,
          face: 'medium',
          fill: palette.ink,
          anchor: 'end',
        }),
      ];
    }),
    box(768, 452, 288, 1, palette.line),
    label(768, 500, 'Total', { size: 17, face: 'bold', fill: palette.ink }),
    label(1056, 500, naira(total), { size: 21, face: 'bold', fill: palette.ink, anchor: 'end' }),
  ];
};

/** Offers side by side: couriers, loans, agents. */
export const compare: Screen = (scene) => {
  const { palette, random, theme } = scene;
  const from = random.pick(cities);
  return [
    page(scene),
    topBar(scene),
    label(
      64,
      176,
      theme.art === 'pattern' ? `${from} to ${random.pick(cities)}` : `Compare: ${theme.title.toLowerCase()}`,
      { size: 29, face: 'bold', fill: palette.ink },
    ),
    label(64, 206, `${String(random.int(5, 14))} offers, best first`, { size: 16, fill: palette.muted }),
    Array.from({ length: 5 }, (_, index): Markup => {
      const y = 232 + index * 110;
      return [
        panel(scene, { x: 64, y, w: 780, h: 98 }),
        index === 0 ? box(64, y, 780, 98, 'none', 16, `stroke="${palette.brand}" stroke-width="2.5"`) : '',
        box(86, y + 21, 56, 56, palette.tint, 16),
        iconAt(theme.icons[index % theme.icons.length] ?? 'truck', 114, y + 49, 28, palette.brand, 2),
        label(160, y + 46, ['Swift', 'Standard', 'Saver', 'Same day', 'Economy'][index] ?? '', {
          size: 17,
          face: 'bold',
          fill: palette.ink,
        }),
        label(160, y + 70, `${String(random.int(1, 3))} to ${String(random.int(4, 7))} working days`, {
          size: 13.5,
          fill: palette.muted,
        }),
        status(
          400,
          y + 37,
          index === 0 ? 'Best value' : random.pick(['Insured', 'Door to door', 'Pick-up']),
          index === 0 ? palette.good : palette.brand,
        ),
        label(690, y + 57, naira(amount(scene)), {
          size: 20,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
        pill(scene, 712, y + 28, 'Choose', 110, 42),
      ];
    }),
    panel(scene, { x: 868, y: 232, w: 348, h: 538 }, 'Details'),
    [0, 1, 2, 3, 4].map((index) => [
      disc(904, 312 + index * 62, 9, index < 2 ? palette.brand : palette.line),
      index < 4 ? stroke(`M904 ${String(326 + index * 62)}v34`, palette.line, 2) : '',
      label(928, 317 + index * 62, ['Request', 'Pick-up', 'Hub', 'On the way', 'Arrival'][index] ?? '', {
        size: 15,
        face: 'medium',
        fill: palette.ink,
      }),
      label(1190, 317 + index * 62, ['Today', 'Tomorrow', random.pick(cities), '', ''][index] ?? '', {
        size: 13.5,
        fill: palette.muted,
        anchor: 'end',
      }),
    ]),
    box(892, 640, 300, 1, palette.line),
    label(892, 690, 'You pay', { size: 15, fill: palette.muted }),
    label(1192, 692, naira(amount(scene)), { size: 24, face: 'bold', fill: palette.ink, anchor: 'end' }),
    label(892, 734, 'Taxes included', {
      size: 13,
      fill: palette.muted,
      max: widthOf('Taxes included', 13) + 1,
    }),
  ];
};
