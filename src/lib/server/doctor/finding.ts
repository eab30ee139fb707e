/** Something of a set-up that a person has to mend. */
export interface Finding {
  /** What it is about: a variable, or a word such as 'backup'. */
  subject: string;
  /** What is wrong, and what to do. */
  sentence: string;
}

export const lineOf = ({ subject, sentence }: Finding): string => `${subject}: ${sentence}`;
