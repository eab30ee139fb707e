// Texts that run a script if a page treats them as markup. Each calls xss(), and none contains a digit, which names
// refuse.

import { scaled } from './scale.ts';

const markup = [
  '<img src=x onerror=xss()>',
  '<IMG SRC=x: ONERROR=xss()>',
  '<img/src="x"/onerror=xss()>',
  '<img src=x onerror=xss&lpar;&rpar;>',
  '<img src=x onerror="xss()">',
  "<img src=x onerror='xss()'>",
  '<img src=x onerror=\nxss()>',
  '<svg onload=xss()>',
  '<svg/onload=xss()>',
  '<svg><script>xss()</script>',
  '<script>xss()</script>',
  '<ScRiPt >xss()</sCrIpT>',
  '<script src=data:,xss()></script>',
  '<iframe onload=xss()>',
  '<iframe src=javascript:parent.xss()>',
  '<input autofocus onfocus=xss()>',
  '<select autofocus onfocus=xss()>',
  '<textarea autofocus onfocus=xss()>',
  '<details open ontoggle=xss()>',
  '<video src=x onerror=xss()>',
  '<video><source onerror=xss()>',
  '<audio src=x onerror=xss()>',
  '<style onload=xss()></style>',
  '<a href=javascript:xss()>x</a>',
];

/** Endings of the contexts that a text may be in. */
const breakouts = ['', '">', "'>", '</title>', '</textarea>', '</script>', '</style>', '-->'];

const others = [
  '" autofocus onfocus=xss() x="',
  "' autofocus onfocus=xss() x='",
  '";xss();//',
  "';xss();//",
  '${xss()}',
  '<!--><img src=x onerror=xss()>',
  ']]><img src=x onerror=xss()>',
  'javascript:xss()',
];

/** All 200 payloads. */
export const payloads: readonly string[] = [
  ...breakouts.flatMap((breakout) => markup.map((text) => breakout + text)),
  ...others,
];

/** All payloads, or with PROOF_SCALE below 1 some of every kind. */
export const somePayloads = payloads.filter(
  (_, index) => index % Math.round(payloads.length / scaled(payloads.length)) === 0,
);

const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'java\nscript:',
  '\u0001javascript:',
  'javascript://myapp.ng/%0a',
  'vbscript:',
  'data:text/html,',
  'data:text/html;base64,',
  'blob:https://myapp.ng/',
  'view-source:javascript:',
  '//javascript:',
  'javascript&colon;',
];

/** Addresses that must be refused as links. */
export const badLinks: readonly string[] = payloads.map(
  (payload, index) => `${schemes[index % schemes.length] ?? ''}${payload}`,
);

/** Pages that do not escape; each payload must run in at least one of them. */
export const careless: readonly ((text: string) => string)[] = [
  (text) => `<p>${text}</p>`,
  (text) => `<input value="${text}">`,
  (text) => `<input value='${text}'>`,
  (text) => `<title>${text}</title>`,
  (text) => `<textarea>${text}</textarea>`,
  (text) => `<style>${text}</style>`,
  (text) => `<!-- ${text} -->`,
  (text) => `<script>var text = "${text}"</script>`,
  (text) => `<script>var text = '${text}'</script>`,
  (text) => `<script>var text = \`${text}\`</script>`,
  (text) => `<a href="${text}">x</a>`,
  (text) => `<svg><desc><![CDATA[${text}]]></desc></svg>`,
];
