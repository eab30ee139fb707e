// Finds resources that can fail later without being awaited: an 'error' event without a listener ends the process,
// and an interval that is never cleared runs forever. The check reads the source text: the outermost function around
// the opening has to listen for the error too, or pass the resource to `pipeline` or `finished`.
import ts from 'typescript';

export interface Opening {
  /** The file and the called function, such as 'src/a.ts: spawn'. */
  name: string;
  isOwned: boolean;
}

const openers = new Set([
  'createServer',
  'createConnection',
  'connect',
  'request',
  'createReadStream',
  'createWriteStream',
  'createInterface',
  'fork',
  'spawn',
  'exec',
  'execFile',
  'Worker',
  'Readable',
  'Writable',
  'Duplex',
  'Transform',
  'PassThrough',
]);

/** Methods of any object that open something. */
const methods = new Set(['pipe', 'fork']);

/** Names that a file imports from Node itself, except promises and types. */
function nodeImports(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    if (!text.startsWith('node:') || text.endsWith('/promises')) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, isTypeOnly } of bindings.elements) if (!isTypeOnly) names.add(name.text);
  }
  return names;
}

/** The name of the function if the call opens something, or null. */
function openedBy(node: ts.Node, imported: Set<string>): string | null {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return null;
  const { expression } = node;
  if (ts.isIdentifier(expression)) {
    if (expression.text === 'setInterval') return 'setInterval';
    return openers.has(expression.text) && imported.has(expression.text) ? expression.text : null;
  }
  if (!ts.isPropertyAccessExpression(expression)) return null;
  const method = expression.name.text;
  const [first] = node.arguments ?? [];
  if (method === 'on' && first && ts.isStringLiteralLike(first) && first.text === 'data') return "on('data')";
  const { expression: object } = expression;
  if (ts.isIdentifier(object) && openers.has(object.text) && imported.has(object.text))
    return `${object.text}.${method}`;
  return methods.has(method) ? `.${method}` : null;
}

function isOwned(opened: string, around: string): boolean {
  if (opened === 'setInterval') return around.includes('clearInterval(');
  return /\.(?:on|once)\(\s*'error'/.test(around) || /\b(?:pipeline|finished)\(/.test(around);
}

export function openingsOf(file: string, text: string): Opening[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imported = nodeImports(source);
  const found: Opening[] = [];
  for (const statement of source.statements) {
    const around = statement.getText(source);
    const visit = (node: ts.Node): void => {
      const opened = openedBy(node, imported);
      if (opened !== null) found.push({ name: `${file}: ${opened}`, isOwned: isOwned(opened, around) });
      ts.forEachChild(node, visit);
    };
    visit(statement);
  }
  return found;
}
