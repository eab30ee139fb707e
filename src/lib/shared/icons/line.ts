// The product's own icons: paths on a 24-unit square, drawn with a 2-unit stroke. Each is an export of its own, so that
// a bundle for the browser holds only the ones that it uses.
export const search = 'M20 20l-4.2-4.2M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0z';
export const person = 'M5 20.5a7 7 0 0 1 14 0M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0z';
export const plus = 'M12 5v14M5 12h14';
export const back = 'M20 12H4M10.5 5.5 4 12l6.5 6.5';
export const previous = 'M15 5l-7 7 7 7';
export const next = 'M9 5l7 7-7 7';
export const close = 'M6 6l12 12M18 6 6 18';
export const pause = 'M8 5v14M16 5v14';
export const play = 'M8 5l11 7-11 7z';
export const globe = 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3.5 12h17M12 3c5 5 5 13 0 18-5-5-5-13 0-18z';
export const link =
  'M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1-1';
export const mail =
  'M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3.5 7.5 12 13.5l8.5-6';
export const phone =
  'M6.5 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2.5 2.5 0 0 1-2.7 2.5C10.5 19.4 4.6 13.5 4 6.2a2.5 2.5 0 0 1 2.5-2.7z';
export const place =
  'M12 21.5c4.5-4.3 7-8 7-11.3a7 7 0 1 0-14 0c0 3.3 2.5 7 7 11.3zM14.5 10a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z';
export const heart =
  'M12 20.5 4.6 13a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.4.5.4-.5a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 7z';
export const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4';
export const flag = 'M5 21.5V4h13l-2.5 4.5L18 13H5';
export const pencil = 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19z';
export const check = 'M5 12.5l4.5 4.5L19 7';
export const image =
  'M5 4.5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM4.5 17l5-5.5 4 4.5 2-2 4 4M15.5 9v.01';
export const screens =
  'M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM3.5 7v10M20.5 7v10M11 17.5h2';
export const tag = 'M4 4.5h7.5l8.5 8.5-7 7L4.5 11.5zM8.5 8.5v.01';
export const history = 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 7.5V12l3 2';
export const settings =
  'M4 7h9M17 7h3M4 17h3M11 17h9M17 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM11 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0z';
export const bin = 'M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5';
export const share = 'M12 15V4M8 8l4-4 4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7';
export const chat =
  'M4 20l1.3-4A8 8 0 1 1 8.5 19zM9 9.5c0 3 2.5 5.5 5.5 5.5l1-1.5-2-1-1 .7a4 4 0 0 1-1.7-1.7l.7-1-1-2z';
export const alert = 'M12 8v5M12 16.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z';
export const upload = 'M12 16V4.5M7 9l5-5 5 5M4.5 15v3.5a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5V15';
export const eye =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z';
export const eyeOff =
  'M4 4l16 16M9.5 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.3M6 7.6A15.6 15.6 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2M10 10a3 3 0 0 0 4.1 4.2';
export const lock = 'M6 11h12v9.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2';
