import { parseArgs, type ParseArgsConfig } from 'node:util';

import type { AppConfig } from '../../renderer/core/config.ts';
import type { Engine } from '../engine/engine.ts';
import { StudioError } from '../failures.ts';

/** What the commands run with: the program's configuration and its way to start the engine. */
export interface Studio {
  readonly createEngine: () => Engine;
  readonly config: AppConfig;
}

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The full text of `likeness COMMAND --help`. */
  readonly usage: string;
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[], studio: Studio) => Promise<number>;
}

/** `parseArgs` whose errors are the user's. @throws StudioError 'usage' */
export function parse<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (thrown) {
    throw new StudioError('usage', thrown instanceof Error ? thrown.message : 'unreadable');
  }
}
