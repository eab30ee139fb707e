import type { Screen } from '../scene.ts';
import { box, disc, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph, widthOf } from '../../../lib/server/platform/drawing/type.ts';
import { page, status, topBar } from './parts.ts';

const code = [
  [0, 'k', 'const', 'p', ' answer = ', 'k', 'await', 'p', ' client.send({'],
  [1, 'p', 'to: ', 's', "'+234 800 000 0000'", 'p', ','],
  [1, 'p', 'amount: ', 'n', '250000', 'p', ','],
  [1, 'p', 'currency: ', 's', "'NGN'", 'p', ','],
  [1, 'p', 'reference: ', 's', "'order-10482'", 'p', ','],
  [0, 'p', '});'],
  [0, 'p', ''],
  [0, 'k', 'if', 'p', ' (answer.ok) {'],
  [1, 'p', 'console.log(answer.id);'],
  [0, 'p', '}'],
] as const;

/** How to call an API. */
export const docs: Screen = (scene) => {
  const { palette, random, theme } = scene;
  const colours: Record<string, string> = { k: '#c792ea', s: '#a5e075', n: '#f78c6c', p: '#d6deeb' };
  const block = (y: number, h: number) => box(806, y, 440, h, '#11161f', 16);
  return [
    page(scene),
    topBar(scene),
    box(0, 114, 260, 686, palette.card),
    box(259, 114, 1, 686, palette.line),
    ['Start here', ...theme.menu, 'Errors', 'Libraries', 'Changes'].map((word, index) => [
      index === 2 ? box(20, 142 + index * 46, 220, 38, palette.tint, 10) : '',
      label(40, 166 + index * 46, word, {
        size: 14.5,
        face: index === 2 ? 'bold' : 'medium',
        fill: index === 2 ? palette.brand : palette.ink,
        opacity: index === 2 ? 1 : 0.8,
      }),
    ]),
    label(300, 172, theme.menu[1] ?? 'Requests', { size: 31, face: 'bold', fill: palette.ink }),
    paragraph(
      300,
      212,
      'Send one request and get one answer. Every call is safe to repeat with the same reference.',
      { size: 15.5, fill: palette.muted, max: 450, leading: 1.6 },
    ),
    status(300, 288, 'POST', palette.good),
    label(372, 305, '/v1/send', { size: 16, face: 'medium', fill: palette.ink }),
    label(300, 362, 'Fields', { size: 19, face: 'bold', fill: palette.ink }),
    [
      ['to', 'text', 'Who receives it'],
      ['amount', 'number', 'In the smallest unit'],
      ['currency', 'text', 'Three letters'],
      ['reference', 'text', 'Yours, never repeated'],
      ['callback', 'address', 'Called when it is done'],
      ['note', 'text', 'Shown to the receiver'],
    ].map(([name = '', kind = '', what = ''], index) => [
      box(300, 382 + index * 58, 460, 1, palette.line),
      label(300, 417 + index * 58, name, { size: 15, face: 'bold', fill: palette.ink }),
      label(410, 417 + index * 58, kind, { size: 14, fill: palette.brand }),
      label(500, 417 + index * 58, what, { size: 14, fill: palette.muted }),
    ]),
    block(144, 344),
    ['#f0615a', '#f4bd4f', '#5dc466'].map((colour, index) => disc(832 + index * 18, 168, 5, colour)),
    label(1222, 173, 'JavaScript', { size: 12.5, face: 'medium', fill: '#8392a5', anchor: 'end' }),
    code.map(([indent, ...parts], row) => {
      let x = 832 + indent * 22;
      const drawn: Markup[] = [];
      for (let at = 0; at < parts.length; at += 2) {
        const text = parts[at + 1] ?? '';
        drawn.push(label(x, 212 + row * 27, text, { size: 14.5, fill: colours[parts[at] ?? 'p'] ?? '#fff' }));
        x += widthOf(text, 14.5);
      }
      return drawn;
    }),
    block(506, 262),
    label(832, 541, 'Answer', { size: 12.5, face: 'medium', fill: '#8392a5' }),
    status(1176, 524, '200', '#5dc466'),
    [
      '{',
      '  "ok": true,',
      `  "id": "m_${String(random.int(100_000, 999_999))}",`,
      '  "state": "accepted",',
      '  "fee": 0',
      '}',
    ].map((line, index) =>
      label(832 + (line.startsWith(' ') ? 22 : 0), 580 + index * 27, line.trim(), {
        size: 14.5,
        fill: index === 0 || index === 5 ? '#d6deeb' : '#a5e075',
      }),
    ),
  ];
};
