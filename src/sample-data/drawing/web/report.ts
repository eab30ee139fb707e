import { oklch } from '../colour.ts';
import { icon } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, faded, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { cities, grouped } from '../words.ts';
import { page, panel, pill, tile, topBar } from './parts.ts';

/** Public figures as charts. */
export const report: Screen = (scene) => {
  const { palette, random, theme } = scene;
  const shares = theme.items
    .slice(0, 7)
    .map(() => 0.15 + random.next() * 0.85)
    .sort((a, b) => b - a);
  const blocks = [
    [64, 0, 300, 170],
    [374, 0, 186, 170],
    [64, 180, 186, 112],
    [260, 180, 160, 112],
    [430, 180, 130, 112],
  ] as const;
  const million = theme.amounts && theme.amounts[1] > 100_000_000;
  return [
    page(scene),
    topBar(scene),
    label(64, 176, `${theme.title}, ${String(random.int(2024, 2026))}`, {
      size: 29,
      face: 'bold',
      fill: palette.ink,
    }),
    label(64, 206, `${random.pick(cities)} and ${String(random.int(12, 35))} others`, {
      size: 15.5,
      fill: palette.muted,
    }),
    pill(scene, 1056, 150, theme.action, 160, 46),
    [0, 1, 2].map((index) =>
      tile(
        scene,
        { x: 64 + index * 168, y: 228, w: 158, h: 110 },
        ['Planned', 'Released', 'Projects'][index] ?? '',
        index < 2
          ? million
            ? `₦${grouped(random.int(90, 900))} bn`
            : `₦${grouped(random.int(20, 900))} m`
          : grouped(random.int(120, 2_400)),
        (['pie', 'check', 'flag'] as const)[index] ?? 'pie',
      ),
    ),
    blocks.map(([x, y, w, h], index) => {
      const fill = oklch(
        palette.dark ? 0.45 + index * 0.06 : 0.5 + index * 0.08,
        0.12,
        palette.hue + index * 18,
      );
      return [
        box(x, 354 + y, w, h, fill, 12),
        label(x + 18, 386 + y, theme.items[index]?.[0] ?? '', {
          size: 15,
          face: 'bold',
          fill: '#fff',
          max: w - 30,
        }),
        label(x + 18, 408 + y, `${String(32 - index * 5)}%`, { size: 14, fill: '#fff', opacity: 0.85 }),
      ];
    }),
    box(64, 660, 496, 120, palette.tint, 16),
    icon('bell', 88, 692, 28, palette.brand, 2),
    paragraph(
      132,
      706,
      'Every figure links to the document it was taken from. Ask a question or report what you see where you live.',
      { size: 15, fill: palette.ink, max: 404, lines: 3 },
    ),
    panel(scene, { x: 584, y: 228, w: 632, h: 552 }, 'Share of the plan that was released'),
    shares.map((share, index): Markup => {
      const y = 300 + index * 67;
      return [
        label(608, y, theme.items[index]?.[0] ?? '', { size: 14.5, face: 'medium', fill: palette.ink }),
        label(1192, y, `${String(Math.round(share * 100))}%`, {
          size: 14.5,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
        box(608, y + 14, 584, 20, palette.line, 8),
        box(608, y + 14, 584 * share, 20, index === 0 ? palette.accent : palette.brand, 8),
        faded(0.25, box(608 + 584 * 0.7, y + 10, 2, 28, palette.ink)),
      ];
    }),
  ];
};
