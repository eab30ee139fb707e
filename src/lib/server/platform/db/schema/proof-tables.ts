// Proofs that an account controls what a listing links to.
import type { ProofWay } from '../../../../shared/schemas/proofs/proofs.ts';

/** What one account has proved about one listing, its own or one that it claims. */
export interface ProofTable {
  id: string;
  app_id: string;
  user_id: string;
  /** `waiting`: a code was mailed, nothing is proved yet. */
  state: 'waiting' | 'proved' | 'lapsed' | 'blocked';
  way: ProofWay;
  /** What was proved: a domain, a repository, an app at Google Play; '' while nothing is. */
  name: string;
  /** What is looked for. Stored, because a new AUTH_SECRET would change it. */
  token: string;
  /** Hash of the address at the store; '' for other ways. */
  address_mark: string;
  /** Keyed hash of a mailed code; '' for none. */
  code_hash: string;
  code_until: number | null;
  code_tries: number;
  /** Checks in a row that have failed. */
  failures: number;
  /** What was wrong at the last check. */
  problem: string;
  /** Of the case in which staff look at a claim. */
  case_number: string | null;
  /** When the proof was last found. */
  checked_at: number | null;
  /** When a process may check it (again); null while there is nothing to check. */
  due_at: number | null;
  created_at: number;
}

export interface ProofTables {
  proofs: ProofTable;
}
