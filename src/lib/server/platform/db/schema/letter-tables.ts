// Conversations of employers with developers.

/** A conversation. Texts are mailed on and not kept, except for the first one until its code is entered. */
export interface ConversationTable {
  id: string;
  developer_id: string;
  /** The account with the sender's address when the conversation began; null without one, or once it is deleted. */
  sender_id: string | null;
  /** Keyed hash of the sender's mailbox, for limits. */
  sender_key: string;
  /** As the sender typed it; '' once the account is deleted. */
  name: string;
  /** '' where an account has the address, or had it. */
  email: string;
  state: 'pending-code' | 'open' | 'closed' | 'reported';
  /** The first letter until it is mailed; then ''. */
  text: string;
  /** null once the code was entered. */
  code_hash: string | null;
  /** Tries of the code. */
  tries: number;
  created_at: number;
  /** When the code was entered. */
  opened_at: number | null;
  last_at: number;
}

export interface LetterTables {
  conversations: ConversationTable;
}
