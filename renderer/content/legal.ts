/** A paragraph, or a list of points. */
export type LegalBlock = string | readonly string[];

export interface LegalSection {
  /** The fragment of its address, e.g. '/terms#refunds'. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

export interface LegalText {
  readonly title: string;
  readonly updated: string;
  /** The whole text in a few lines, in the user's language; the sections take precedence. */
  readonly summary: string;
  readonly sections: readonly LegalSection[];
}

export const LAST_UPDATED = 'January 15, 2024';
