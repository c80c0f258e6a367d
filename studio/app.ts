/** The command line of the installed desktop app: the commands that need no service. */
import { main } from './cli/main.ts';
import { animate } from './commands/animate.ts';
import { banner } from './commands/banner.ts';
import { bulk } from './commands/bulk.ts';
import type { Command, Studio } from './commands/command.ts';
import { render } from './commands/render.ts';
import { StudioError } from './failures.ts';

const elsewhere = (name: string): Command => {
  const sentence = `'likeness ${name}' is part of the studio, which runs from the repository: npm run studio -- ${name}. The app has render, bulk, animate and banner.`;
  return {
    summary: 'Only in the studio from the repository.',
    usage: sentence,
    run: () => Promise.reject(new StudioError('usage', sentence)),
  };
};

/** Runs a command as the studio does. Resolves with its exit code. */
export const runInApp = (args: readonly string[], studio: Studio): Promise<number> =>
  main(
    args,
    {
      render,
      bulk,
      animate,
      banner,
      ...Object.fromEntries(
        ['look', 'serve', 'worker', 'status', 'token', 'doctor'].map((name) => [
          name,
          elsewhere(name),
        ]),
      ),
    },
    studio,
  );
