// Removes secrets and personal data from log lines: by the names of fields, and by patterns in texts, because messages
// of errors quote addresses, header fields and rows. Known gap: a password in a text without its name looks like any
// other word.

export const hidden = '[hidden]';

/** Compared without case, '-' and '_', so that new_password, newPassword and New-Password are one. */
const secretNames = [
  /password|passphrase|token|secret|authorization|cookie/,
  /^(?:bearer|jwt|access|refresh|salt|hash)$/,
  /(?:^|reset|registration|verification|recovery)codes?$/,
  /email|phone|^(?:mail|to|recipient|firstname|lastname)$/,
];

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  return secretNames.some((names) => names.test(plain));
}

const hideNamed = (all: string, before: string, name: string): string =>
  isSecretName(name) ? `${before}${hidden}` : all;

/** Each matches from the edge of a word, so that a long text is scanned once and not from each of its letters. */
const patterns: readonly ((text: string) => string)[] = [
  // The credentials of a URL.
  (text) => text.replace(/(?<=:\/\/)[^\s/?#@]+(?=@)/g, hidden),
  (text) => text.replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`),
  // name=value of a query, a cookie or a form; "name":"value" of JSON.
  (text) => text.replace(/(?<![\w-])(([\w-]+)=)[^&\s"'#;,]+/g, hideNamed),
  (text) => text.replace(/("([\w-]+)"\s*:\s*)"(?:[^"\\]|\\.)*"/g, hideNamed),
  // An access token.
  (text) => text.replace(/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden),
  // 256 random bits: refresh, reset and device tokens. Hashes have no capitals and stay.
  (text) => text.replace(/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43,}(?![\w-])/g, hidden),
  (text) => text.replace(emailAddress, hidden),
  // A code of a mail (accounts/codes.ts has its alphabet).
  (text) => text.replace(/(?<![\w-])[ACDEFGHJKMNPQRTUVWXY34679]{8}(?![\w-])/g, hidden),
];

const emailAddress =
  /(?<![\p{L}\p{N}.!#$&'*+^`{|}~_-])[\p{L}\p{N}.!#$&'*+^`{|}~_-]+(?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/giu;

/** V8 quotes the text that it could not parse, such as a request body, which may hold anything. */
const unparsed = ' is not valid JSON';

function redactUnparsed(text: string): string {
  const end = text.lastIndexOf(unparsed);
  const start = text.indexOf('"');
  return end === -1 || start === -1 || start > end
    ? text
    : `${text.slice(0, start)}${hidden}${text.slice(end)}`;
}

/** Replaces what looks like a secret or an email address. */
export function redactText(text: string): string {
  return patterns.reduce((redacted, redact) => redact(redacted), redactUnparsed(text));
}

/** Deeper than anything that is logged on purpose. */
const maxDepth = 8;

/** The fields of a log line as JSON values, without secrets. */
export function redactFields(fields: object): Record<string, unknown> {
  return redactEntries(fields, new Set([fields]));
}

function redactEntries(value: object, above: ReadonlySet<object>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      redactText(name),
      // A number, such as an exit code, reveals nothing.
      isSecretName(name) && (typeof one === 'string' || one instanceof Object)
        ? hidden
        : redactValue(one, above),
    ]),
  );
}

function redactValue(value: unknown, above: ReadonlySet<object>): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '[circular]';
  if (above.size > maxDepth) return '[deeper]';
  const within = new Set(above).add(value);
  if (value instanceof Error) return redactError(value, within);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((one) => redactValue(one, within));
  // A form of its own, as a URL or a Date has.
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return redactValue((value as { toJSON(): unknown }).toJSON(), within);
  return redactEntries(value, within);
}

/**
 * The properties that help to find a fault. Others may hold whole requests, rows and mails, and are left out.
 */
function redactError(error: Error, above: ReadonlySet<object>): Record<string, unknown> {
  return {
    name: error.name,
    message: redactText(error.message),
    code: 'code' in error ? redactValue(error.code, above) : undefined,
    stack: redactValue(error.stack, above),
    cause: redactValue(error.cause, above),
    errors: error instanceof AggregateError ? redactValue(error.errors, above) : undefined,
  };
}
