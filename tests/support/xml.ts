// Parses well-formed XML with namespaces.
import { DOMParser, type Element } from '@xmldom/xmldom';

/** Returns the root element. @throws Error if the text is not well-formed */
export function parseXml(text: string): Element {
  const parser = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  });
  const root = parser.parseFromString(text, 'application/xml').documentElement;
  if (!root) throw new Error('There is no root element.');
  return root;
}

/** Child elements of `parent` in its own namespace. */
export function children(parent: Element, name: string): Element[] {
  return [...parent.childNodes].filter(
    (node): node is Element =>
      node.nodeType === node.ELEMENT_NODE &&
      node.localName === name &&
      node.namespaceURI === parent.namespaceURI,
  );
}

/** The text of the only child of this name. @throws Error when there are none or several */
export function textOf(parent: Element, name: string): string {
  const found = children(parent, name);
  if (found.length !== 1)
    throw new Error(`${String(found.length)} ${name} elements in ${parent.localName ?? ''}`);
  return found[0]?.textContent ?? '';
}
