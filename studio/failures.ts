/** Exit codes of the command line; docs/studio.md lists them. */
export const EXIT = {
  done: 0,
  /** Something unexpected. */
  failed: 1,
  /** The command line, a manifest or a recipes file can't be understood. */
  usage: 2,
  /** All was tried; some pictures could not be made. */
  refused: 3,
  /** Something the studio needs is missing: Chromium, a database, a free address. */
  missing: 4,
  /** No purchase covers this. */
  plan: 5,
  /** Ctrl-C; the same command continues. */
  stopped: 130,
} as const;
export type ExitReason = Exclude<keyof typeof EXIT, 'done'>;

/** An expected failure of the studio itself, with a sentence for the user. */
export class StudioError extends Error {
  override readonly name = 'StudioError';
  readonly reason: ExitReason;

  constructor(reason: ExitReason, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.reason = reason;
  }
}
