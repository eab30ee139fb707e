const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Characters that XML 1.0 forbids even in escaped form (https://www.w3.org/TR/xml/#charsets): a parser refuses the
 * document.
 */
const forbidden = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** Escapes `text` for an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
