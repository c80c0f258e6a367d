import { logCode } from '../../renderer/core/log/codes.ts';
import { note } from '../../renderer/core/log/log.ts';
import type { LogPlace } from '../../renderer/core/log/places.ts';

/** Tells a developer at a terminal, and notes the code; a report never holds what the user's files or messages contain. */
export function report(place: LogPlace, thrown: unknown): void {
  const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : logCode(thrown);
  process.stderr.write(`likeness: ${place}: ${what}\n`);
  note(place, thrown);
}
