import { icon, iconAt, type IconName } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc, faded, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, wrap } from '../../../lib/server/platform/drawing/type.ts';
import { people, weekdays } from '../words.ts';
import { button, face, ground, header, heading, homeBar, inner, margin, row, tabs } from './parts.ts';

/** A week, and what is due on the chosen day. */
export const schedule: Screen = (scene) => {
  const { palette, random, theme } = scene;
  const first = random.int(1, 22);
  const chosen = random.int(1, 4);
  return [
    ground(scene),
    label(margin, 84, theme.title, { size: 24, face: 'bold', fill: palette.ink, max: 260 }),
    iconAt('calendar', 326, 76, 25, palette.brand, 2),
    weekdays.slice(0, 6).map((day, index) => {
      const x = margin + index * 54.5;
      const on = index === chosen;
      return [
        box(x, 108, 47, 70, on ? palette.brand : palette.card, 16, on ? '' : `stroke="${palette.line}"`),
        label(x + 23.5, 134, day, { size: 12, fill: on ? palette.onBrand : palette.muted, anchor: 'middle' }),
        label(x + 23.5, 160, String(first + index), {
          size: 18,
          face: 'bold',
          fill: on ? palette.onBrand : palette.ink,
          anchor: 'middle',
        }),
      ];
    }),
    [0, 1, 2, 3].map((index) => {
      const y = 200 + index * 104;
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      const colour =
        [palette.brand, palette.accent, palette.good, palette.brandLight][index] ?? palette.brand;
      return [
        card(margin, y, inner, 92, palette.card, palette.line, 18),
        box(margin, y + 18, 5, 56, colour, 2.5),
        box(40, y + 22, 48, 48, palette.tint, 15),
        iconAt(theme.icons[index] ?? 'clock', 64, y + 46, 24, colour, 2),
        label(102, y + 40, title, { size: 15.5, face: 'bold', fill: palette.ink, max: 180 }),
        label(102, y + 62, note, { size: 13, fill: palette.muted, max: 180 }),
        iconAt(
          index === 0 ? 'check' : 'next',
          316,
          y + 46,
          20,
          index === 0 ? palette.good : palette.muted,
          2.4,
        ),
      ];
    }),
    button(scene, 630, theme.action),
    tabs(scene, 1),
  ];
};

const talk = [
  'Good morning! How can we help you today?',
  'Hello, I want to change the time of my booking.',
  'Of course. Which time suits you better?',
  'Tomorrow at 10 if there is still a place.',
  'Done. You will get a reminder one hour before.',
  'Thank you, that was quick!',
];

/** Help in a conversation. */
export const chat: Screen = (scene) => {
  const { palette, random } = scene;
  let y = 122;
  const bubbles = talk.map((text, index): Markup => {
    const own = index % 2 === 1;
    const lines = wrap(text, 210, 14.5);
    const [w, h] = [lines.length > 1 ? 242 : 232, 24 + lines.length * 20];
    const x = own ? 340 - w : margin;
    const top = y;
    y += h + 14;
    return [
      own ? box(x, top, w, h, palette.brand, 18) : card(x, top, w, h, palette.card, palette.line, 18),
      lines.map((line, at) =>
        label(x + 16, top + 27 + at * 20, line, { size: 14.5, fill: own ? palette.onBrand : palette.ink }),
      ),
    ];
  });
  return [
    ground(scene),
    icon('back', 14, 58, 24, palette.ink, 2.2),
    face(scene, { x: 48, y: 50, w: 40, h: 40, r: 20 }),
    label(100, 68, random.pick(people), { size: 16, face: 'bold', fill: palette.ink }),
    label(100, 87, 'Online', { size: 12.5, face: 'medium', fill: palette.good }),
    icon('phone', 312, 58, 24, palette.brand),
    box(0, 104, 360, 1, palette.line),
    bubbles,
    card(margin, 698, 270, 46, palette.card, palette.line, 23),
    label(40, 727, 'Write a message', { size: 14.5, fill: palette.muted }),
    disc(319, 721, 23, palette.brand),
    iconAt('send', 318, 721, 21, palette.onBrand, 2),
    homeBar(scene),
  ];
};

/** A membership or cover, and who to go to with it. */
export const plan: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  return [
    ground(scene),
    header(scene, 'My plan', 'bell'),
    sheet.clipped(box(margin, 104, inner, 186, '#000', 24), [
      box(margin, 104, inner, 186, sheet.gradient(palette.brandLight, palette.brandDeep, 50)),
      faded(0.14, [iconAt('cross', 296, 150, 190, '#fff', 2), iconAt('shield', 90, 280, 150, '#fff', 2)]),
    ]),
    label(42, 144, 'Family cover', { size: 14, fill: palette.onBrand, opacity: 0.85 }),
    label(42, 180, random.pick(people), { size: 26, face: 'bold', fill: palette.onBrand }),
    label(42, 262, `Member ${String(random.int(1_000, 9_999))} ${String(random.int(1_000, 9_999))}`, {
      size: 14,
      face: 'medium',
      fill: palette.onBrand,
    }),
    ['drop', 'pulse', 'cross', 'heart'].map((name, index) => {
      const x = margin + 32 + index * 85.3;
      return [
        box(x - 28, 310, 56, 56, palette.tint, 18),
        iconAt(name as IconName, x, 338, 25, palette.brand, 2),
        label(x, 386, ['Lab', 'Check', 'Clinic', 'Advice'][index] ?? '', {
          size: 12,
          face: 'medium',
          fill: palette.ink,
          anchor: 'middle',
        }),
      ];
    }),
    heading(scene, 426, 'Doctors on call'),
    [0, 1, 2].map((index) => {
      const y = 444 + index * 84;
      return [
        card(margin, y, inner, 74, palette.card, palette.line, 18),
        face(scene, { x: 32, y: y + 12, w: 50, h: 50, r: 16 }),
        label(96, y + 32, `Dr ${people[(index * 5 + 3) % people.length] ?? ''}`, {
          size: 15,
          face: 'bold',
          fill: palette.ink,
        }),
        label(96, y + 53, ['General practice', 'Paediatrics', 'Dermatology'][index] ?? '', {
          size: 13,
          fill: palette.muted,
        }),
        box(256, y + 22, 70, 30, palette.brand, 15),
        label(291, y + 42, 'Call', { size: 13, face: 'bold', fill: palette.onBrand, anchor: 'middle' }),
      ];
    }),
    theme.amounts ? tabs(scene, 0) : row(scene, 700, 0),
  ];
};
