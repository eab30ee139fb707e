// Names for prepared statements of PostgreSQL, which parses and plans a statement with a name once a connection.
import { createHash } from 'node:crypto';

/** Times that a text is sent before it gets a name: lists of any length make texts that are sent once. */
const minUses = 3;
/** Statements that each connection may hold. */
const maxNames = 300;
/** Texts whose uses are counted. */
const maxCounted = 2_000;

/**
 * The answer has other columns than when the statement was prepared: another node has migrated the database.
 */
const changedResult = '0A000';
/**
 * The statement is missing, or there already: a pooler in transaction mode hands each statement to another connection.
 */
const foreignConnection = ['26000', '42P05'];

export interface StatementNames {
  /** @returns undefined for a text that is to be sent without a name */
  nameOf(text: string): string | undefined;
  /** Learns from the failure of a statement with a name. @returns whether to send it again without one */
  refuses(code: string | undefined): boolean;
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  let generation = 0;
  let isOff = false;
  return {
    nameOf(text) {
      if (isOff) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= maxNames) return known;
      const used = (uses.get(text) ?? 0) + 1;
      if (used < minUses) {
        if (uses.size >= maxCounted) uses.clear();
        uses.set(text, used);
        return undefined;
      }
      uses.delete(text);
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      const name = `s${generation}_${digest}`;
      names.set(text, name);
      return name;
    },
    refuses(code = '') {
      if (foreignConnection.includes(code)) isOff = true;
      else if (code === changedResult) generation += 1;
      else return false;
      names.clear();
      return true;
    },
  };
}
