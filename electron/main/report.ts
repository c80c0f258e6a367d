import { logCode } from '../../renderer/core/log/codes.ts';
import { note } from '../../renderer/core/log/log.ts';
import type { LogPlace } from '../../renderer/core/log/places.ts';

/**
 * Prints an error for developers at a terminal and logs its code. A report never contains anything
 * from the user's files or messages.
 */
export function report(place: LogPlace, thrown: unknown): void {
  const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : logCode(thrown);
  process.stderr.write(`likeness: ${place}: ${what}\n`);
  note(place, thrown);
}
