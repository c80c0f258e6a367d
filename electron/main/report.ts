/** Tells a developer at a terminal; a report never holds what the user's files or messages contain. */
export function report(where: string, thrown: unknown): void {
  const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : typeof thrown;
  process.stderr.write(`likeness: ${where}: ${what}\n`);
}
