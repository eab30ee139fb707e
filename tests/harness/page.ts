// A page as a visitor without JavaScript receives it, with as much of CSS selectors as tests need.
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>;
type Found = ReturnType<typeof DomUtils.getElementsByTagName>[number];

export interface Element {
  /** What a visitor reads, with single spaces. */
  text: string;
  /** '' if it is missing. */
  attribute(name: string): string;
  all(selector: string): Element[];
  /** @throws unless there is exactly one */
  one(selector: string): Element;
  has(selector: string): boolean;
}

export interface Page extends Element {
  status: number;
  headers: Headers;
  html: string;
  /** The blocks of JSON-LD. */
  data: Record<string, unknown>[];
}

type Test = (element: Found) => boolean;

const compound = /^([\w-]+)|#([\w-]+)|\.([\w-]+)|\[([\w:-]+)(?:([*^$]?)="?([^"\]]*)"?)?\]/g;

function comparing(kind: string, wanted: string): (value: string) => boolean {
  if (kind === '*') return (value) => value.includes(wanted);
  if (kind === '^') return (value) => value.startsWith(wanted);
  return kind === '$' ? (value) => value.endsWith(wanted) : (value) => value === wanted;
}

/** @param text such as `a.card[href^="/app/"]` */
function testOf(text: string): Test {
  const tests = [...text.matchAll(compound)].map(([, tag, id, name, attribute = '', kind, value]): Test => {
    if (tag !== undefined) return (element) => element.name === tag;
    if (id !== undefined) return ({ attribs }) => attribs['id'] === id;
    if (name !== undefined) return ({ attribs }) => (attribs['class'] ?? '').split(/\s+/).includes(name);
    if (value === undefined) return ({ attribs }) => attribute in attribs;
    const matches = comparing(kind ?? '', value);
    return ({ attribs }) => attribute in attribs && matches(attribs[attribute] ?? '');
  });
  if (tests.length === 0) throw new Error(`'${text}' is no selector that tests may use.`);
  return (element) => tests.every((test) => test(element));
}

/** Elements that match a selector of tags, ids, classes, attributes and descendants. */
function select(root: Node | Found, selector: string): Found[] {
  const steps = (selector.match(/(?:[^\s[]|\[[^\]]*\])+/g) ?? []).map(testOf);
  return steps.reduce<(Node | Found)[]>(
    (within, test) => [...new Set(within.flatMap((one) => DomUtils.findAll(test, one.children)))],
    [root],
  ) as Found[];
}

function readText(node: Node | Found): string {
  const hidden = new Set(['script', 'style', 'template', 'head', 'noscript']);
  return node.children
    .map((child) => {
      if (child.type === ElementType.Text) return child.data;
      if (!('attribs' in child) || hidden.has(child.name) || 'hidden' in child.attribs) return '';
      // Two elements beside each other are two words, unless they mark a part of a word.
      return /^(?:b|em|i|mark|strong|wbr)$/.test(child.name) ? readText(child) : ` ${readText(child)} `;
    })
    .join('');
}

function elementOf(node: Node | Found): Element {
  const all = (selector: string) => select(node, selector).map(elementOf);
  return {
    get text() {
      const text = readText(node).replace(/\s+/g, ' ');
      return text.replace(/ (?=[.,:;!?)])/g, '').trim();
    },
    attribute: (name) => ('attribs' in node ? (node.attribs[name] ?? '') : ''),
    all,
    one(selector) {
      const [first, ...others] = all(selector);
      if (!first || others.length > 0)
        throw new Error(`${String(first ? others.length + 1 : 0)} elements match ${selector}.`);
      return first;
    },
    has: (selector) => select(node, selector).length > 0,
  };
}

export async function readPage(answer: Response): Promise<Page> {
  const html = await answer.text();
  const document = parseDocument(html);
  return Object.defineProperties(elementOf(document) as Page, {
    status: { value: answer.status },
    headers: { value: answer.headers },
    html: { value: html },
    data: {
      get: () =>
        select(document, 'script[type="application/ld+json"]').map(
          (script) => JSON.parse(DomUtils.textContent(script)) as Record<string, unknown>,
        ),
    },
  });
}
