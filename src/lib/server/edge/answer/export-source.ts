// Where the edge gets the exports of all listings.

export interface ExportFile {
  /** Key of the storage. It names the content. */
  key: string;
  /** Milliseconds since 1970. */
  madeAt: number;
}

export interface ExportFiles {
  /** @returns 'later' where it is being made anew, null where there is no such export */
  find(name: string): Promise<ExportFile | 'later' | null>;
  /** Counts a download. @throws AppError 429 */
  spend(address: string): Promise<void>;
}
