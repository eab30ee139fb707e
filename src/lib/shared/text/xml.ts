// Runs anywhere.

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** What XML 1.0 has no place for, not even escaped (https://www.w3.org/TR/xml/#charsets). One of them and readers take nothing at all. */
const impossible = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** `text` as it stands in an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replace(impossible, '').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
