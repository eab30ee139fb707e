// Words of a stranger's text that a mail program could turn into a link.

/** Schemes and beginnings of addresses. */
const schemed =
  /:\/\/|@|^\P{L}*(?:www[:.]|(?:https?|mailto|tel|sms|data|javascript|callto|facetime|skype|whatsapp|tg|geo|market|intent):)/iu;
/** A host name, also with signs ('💰.ws') or marks of other scripts, or a network address. */
const hostLike = /[\p{L}\p{N}\p{M}\p{S}\p{Cf}_-][.\u3002]\p{L}[\p{L}\p{M}]|\d(?:\.\d{1,3}){3}/u;

function isLinkLike(word: string): boolean {
  // Wide dots and letters become plain ones.
  const plain = word.normalize('NFKC');
  return schemed.test(plain) || hostLike.test(plain);
}

export const countLinks = (text: string): number => text.split(/\s+/u).filter(isLinkLike).length;

/** A text without links, in one paragraph. */
export function withoutLinks(text: string): string {
  const words = text.trim().split(/\s+/u);
  return words.map((word) => (isLinkLike(word) ? '[link]' : word)).join(' ');
}

/** Whether a name holds a link, or would with a space less: 'evil .example'. A dot of a name follows its letter. */
export const isLinkInName = (name: string): boolean =>
  countLinks(name.normalize('NFKC').replace(/\s+([.\u3002])\s*/gu, '$1')) > 0;
