import { move, stroke } from '../../lib/server/platform/drawing/sheet.ts';

/** Line icons on a grid of 24 by 24, as path data. */
const icons = {
  home: 'M3 11 12 4l9 7M5 10v10h5v-6h4v6h5V10',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-5 4-7 8-7s8 2 8 7',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2 20c0-4 3-6 7-6s7 2 7 6M16 5a3.5 3.5 0 0 1 0 7M18 14c2 1 4 3 4 6',
  card: 'M3 6h18v13H3zM3 10h18M6 15h4',
  wallet: 'M4 7h15v12H4zM4 7l11-3v3M19 11h2v4h-5a2 2 0 0 1 0-4z',
  chart: 'M4 20V4M4 20h16M8 16l4-5 3 3 5-7',
  bars: 'M5 20v-7M12 20V5M19 20v-11',
  pie: 'M12 3v9h9A9 9 0 1 1 12 3M15 3.5A9 9 0 0 1 20.5 9H15z',
  up: 'M12 20V5M6 11l6-6 6 6',
  down: 'M12 4v15M6 13l6 6 6-6',
  send: 'M4 12 20 4l-5 16-4-7zM11 13l9-9',
  swap: 'M4 8h14l-4-4M20 16H6l4 4',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 13l4 4L19 7',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  cart: 'M3 4h3l2 11h10l2-8H7M9 20h.01M17 20h.01',
  bag: 'M5 8h14l1 13H4zM8 8a4 4 0 0 1 8 0',
  heart: 'M12 20C4 14 3 10 4 7.500c2-4 7-3 8 0 1-3 6-4 8 0 1 2.500 0 6.500-8 12.500',
  star: 'M12 4l2.500 5.200 5.700.8-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.8z',
  pin: 'M12 21c-5-6-7-9-7-12a7 7 0 0 1 14 0c0 3-2 6-7 12M12 7a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5',
  map: 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  skip: 'M5 5l11 7-11 7zM19 5v14',
  rewind: 'M19 5 8 12l11 7zM5 5v14',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  phone: 'M6 3h3l2 5-2 2c1 2.500 2.500 4 5 5l2-2 5 2v3c-8 3-18-7-15-15',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M18.400 5.600l-2.100 2.100M7.700 16.300l-2.100 2.100',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5',
  book: 'M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1M12 6v14',
  cap: 'M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5M22 9v6',
  video: 'M3 6h12v12H3zM15 10l6-3v10l-6-3',
  music:
    'M9 18V5l11-2v13M6 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 3-2.500M17 13.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 3-2.500',
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5 11a7 7 0 0 0 14 0M12 18v3',
  ticket: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v10',
  bus: 'M5 5h14v12H5zM5 12h14M8 20v-3M16 20v-3M8 15h.01M16 15h.01',
  car: 'M3 16v-4l3-6h12l3 6v4zM3 12h18M6 19v-3M18 19v-3',
  bike: 'M6 13a4 4 0 1 0 0 8 4 4 0 0 0 0-8M18 13a4 4 0 1 0 0 8 4 4 0 0 0 0-8M6 17l4-8h5l3 8M10 9H7M15 9V6h2',
  truck: 'M2 6h12v11H2zM14 10h4l4 4v3h-8M6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4M18 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  plane: 'M21 4 3 11l6 3 3 6zM9 14l5-4',
  bed: 'M3 18V6M3 14h18v4M21 14v-2a3 3 0 0 0-3-3h-8v5M6.500 8.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3',
  fork: 'M7 3v18M4 3v5a3 3 0 0 0 6 0V3M17 21V3c-3 1-4 5-4 9h4',
  leaf: 'M5 20C4 10 9 4 20 4c1 11-5 16-13 14M5 20c2-5 5-8 9-10',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  drop: 'M12 3c5 6 6 8 6 11a6 6 0 0 1-12 0c0-3 1-5 6-11',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  cross: 'M9 4h6v5h5v6h-5v5H9v-5H4V9h5z',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  key: 'M8 10a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l9-8M17 6l3 3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  brush: 'M14 4l6 6-8 6-4-4zM8 12c-3 0-4 3-5 8 5 0 8-2 9-4',
  layers: 'M12 4l9 5-9 5-9-5zM3 14l9 5 9-5',
  flag: 'M5 21V4h13l-3 4.500 3 4.500H5',
  trophy: 'M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 4 1 5 3 5M17 6h3c0 4-1 5-3 5M12 15v4M8 20h8',
  gift: 'M4 9h16v4H4zM6 13v8h12v-8M12 9v12M12 9C6 9 7 3 10 4c2 1 2 5 2 5s0-4 2-5c3-1 4 5-2 5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M7 12h10',
} as const;

export type IconName = keyof typeof icons;

/** An icon whose box has its upper left corner at (x, y). */
export function icon(
  name: IconName,
  x: number,
  y: number,
  size: number,
  colour: string,
  width = 1.8,
): string {
  return move(x, y, stroke(icons[name], colour, width), size / 24);
}

/** The same with its middle at (x, y). */
export function iconAt(
  name: IconName,
  x: number,
  y: number,
  size: number,
  colour: string,
  width = 1.8,
): string {
  return icon(name, x - size / 2, y - size / 2, size, colour, width);
}
