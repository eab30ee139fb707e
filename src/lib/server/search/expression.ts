// Boolean expressions over tokens, and their syntax in each engine. Tokens consist of letters and digits.

export type Expression =
  | { kind: 'token'; token: string }
  | { kind: 'all'; of: Expression[] }
  | { kind: 'any'; of: Expression[] }
  | { kind: 'except'; of: Expression; not: Expression };

export const token = (text: string): Expression => ({ kind: 'token', token: text });

/** Without duplicates, because engines read the postings of a token as often as it occurs. */
function combined(kind: 'all' | 'any', of: Expression[]): Expression {
  const distinct = [...new Map(of.map((each) => [toFts(each), each])).values()];
  return distinct.length === 1 && distinct[0] ? distinct[0] : { kind, of: distinct };
}

export const all = (...of: Expression[]): Expression => combined('all', of);
export const any = (...of: Expression[]): Expression =>
  combined(
    'any',
    of.flatMap((each) => (each.kind === 'any' ? each.of : [each])),
  );
export const except = (of: Expression, not: Expression): Expression => ({ kind: 'except', of, not });

interface Syntax {
  quote: string;
  and: string;
  or: string;
  except: string;
}

function write(expression: Expression, syntax: Syntax): string {
  const list = (of: Expression[], operator: string) =>
    `(${of.map((one) => write(one, syntax)).join(operator)})`;
  switch (expression.kind) {
    case 'token':
      return syntax.quote + expression.token + syntax.quote;
    case 'all':
      return list(expression.of, syntax.and);
    case 'any':
      return list(expression.of, syntax.or);
    case 'except':
      return list([expression.of, expression.not], syntax.except);
  }
}

/** The expression in the syntax of FTS5. */
export const toFts = (expression: Expression): string =>
  write(expression, { quote: '"', and: ' AND ', or: ' OR ', except: ' NOT ' });

/** The expression in the syntax of PostgreSQL's `tsquery`. */
export const toTsquery = (expression: Expression): string =>
  write(expression, { quote: "'", and: ' & ', or: ' | ', except: ' & !' });
