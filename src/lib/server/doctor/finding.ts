/** A fault of a set-up that a person has to mend. */
export interface Finding {
  /** The subject: a variable, or a word such as 'backup'. */
  subject: string;
  /** The mistake and its fix. */
  sentence: string;
}

/** A finding as one line. Texts of others in it, such as names in a certificate, cannot add lines or colours. */
export const lineOf = ({ subject, sentence }: Finding): string =>
  `${subject}: ${sentence}`.replace(/\p{C}+/gu, ' ');
