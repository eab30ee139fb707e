/** Something of a set-up that a person has to mend. */
export interface Finding {
  /** The subject: a variable, or a word such as 'backup'. */
  subject: string;
  /** The mistake and its fix. */
  sentence: string;
}

/** One line: what others answer, such as the names in a certificate, must not write more of them, or colour them. */
export const lineOf = ({ subject, sentence }: Finding): string =>
  `${subject}: ${sentence}`.replace(/\p{C}+/gu, ' ');
