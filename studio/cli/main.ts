import { LikenessError } from '../../renderer/core/errors.ts';
import type { Command, Studio } from '../commands/command.ts';
import { EXIT, StudioError } from '../failures.ts';

/** A program's commands, by name. */
export type Commands = Readonly<Record<string, Command>>;

const usageOf = (commands: Commands): string => `likeness COMMAND [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`)
  .join('\n')}

See likeness COMMAND --help. Exit codes: 0 all was made, 1 something unexpected, 2 a mistake in
the command or its files, 3 some pictures could not be made, 4 something is missing, 5 no purchase
covers it, 130 stopped.
`;

async function dispatch(
  [name = '', ...args]: readonly string[],
  commands: Commands,
  studio: Studio,
): Promise<number> {
  if (name === '--version') {
    process.stdout.write(`${studio.config.version}\n`);
    return EXIT.done;
  }
  if (['', 'help', '--help', '-h'].includes(name)) {
    process.stdout.write(usageOf(commands));
    return name === '' ? EXIT.usage : EXIT.done;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new StudioError('usage', `There is no command '${name}'. Try likeness help.`);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command.usage}\n`);
    return EXIT.done;
  }
  return command.run(args, studio);
}

/** Runs the command that the arguments name, and prints a failure. Resolves with the exit code. */
export async function main(
  args: readonly string[],
  commands: Commands,
  studio: Studio,
): Promise<number> {
  try {
    return await dispatch(args, commands, studio);
  } catch (thrown) {
    const isExpected = thrown instanceof StudioError || thrown instanceof LikenessError;
    process.stderr.write(
      `likeness: ${isExpected ? thrown.message.replace(/\s+/g, ' ') : thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`,
    );
    return thrown instanceof StudioError ? EXIT[thrown.reason] : EXIT.failed;
  }
}
