// Which apps match: an expression over tokens, and how each engine writes it. Tokens hold letters and digits alone.

export type Expression =
  | { kind: 'token'; token: string }
  | { kind: 'all'; of: Expression[] }
  | { kind: 'any'; of: Expression[] }
  | { kind: 'except'; of: Expression; not: Expression };

export const token = (text: string): Expression => ({ kind: 'token', token: text });
export const all = (...of: Expression[]): Expression =>
  of.length === 1 && of[0] ? of[0] : { kind: 'all', of };
/** Each of them once: engines read the list of a token as often as it is named. */
export function any(...of: Expression[]): Expression {
  const flat = of.flatMap((each) => (each.kind === 'any' ? each.of : [each]));
  const distinct = [...new Map(flat.map((each) => [toFts(each), each])).values()];
  return distinct.length === 1 && distinct[0] ? distinct[0] : { kind: 'any', of: distinct };
}
export const except = (of: Expression, not: Expression): Expression => ({ kind: 'except', of, not });

/** As FTS5 reads it. */
export function toFts(expression: Expression): string {
  switch (expression.kind) {
    case 'token':
      return `"${expression.token}"`;
    case 'all':
      return `(${expression.of.map(toFts).join(' AND ')})`;
    case 'any':
      return `(${expression.of.map(toFts).join(' OR ')})`;
    case 'except':
      return `(${toFts(expression.of)} NOT ${toFts(expression.not)})`;
  }
}

/** As PostgreSQL's `tsquery` reads it. */
export function toTsquery(expression: Expression): string {
  switch (expression.kind) {
    case 'token':
      return `'${expression.token}'`;
    case 'all':
      return `(${expression.of.map(toTsquery).join(' & ')})`;
    case 'any':
      return `(${expression.of.map(toTsquery).join(' | ')})`;
    case 'except':
      return `(${toTsquery(expression.of)} & !${toTsquery(expression.not)})`;
  }
}
