/** Writes a timestamped line for the operator. */
export const logLine = (text: string): void =>
  void process.stderr.write(`${new Date().toISOString()} ${text}\n`);
