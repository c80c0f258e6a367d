const BAR = 24;

/** '3 min 20 s'. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${String(minutes)} min ${String(seconds % 60)} s`
    : `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/**
 * Shows how a run is going: a bar on a terminal, lines elsewhere, JSON lines for scripts.
 * @param total files to make, as far as known
 */
export function createProgress(json: boolean, total: number) {
  const live = !json && process.stderr.isTTY;
  const began = Date.now();
  let bar = '';
  const draw = (): void => void process.stderr.write(`\r\u001B[2K${bar}`);
  return {
    /** Reports an event: as a JSON line with `--json`, else as `text` (nothing if that is empty). */
    event(facts: object, text: string) {
      if (json) process.stdout.write(`${JSON.stringify(facts)}\n`);
      else if (text !== '') {
        if (live) process.stderr.write('\r\u001B[2K');
        process.stdout.write(`${text}\n`);
        if (live) draw();
      }
    },
    /**
     * @param done files made or refused so far
     * @param fresh of these, the ones made by this run: only they tell the pace
     */
    advance(done: number, fresh: number) {
      if (!live) return;
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(share * BAR);
      const elapsed = Date.now() - began;
      const pace =
        fresh === 0
          ? ''
          : `, ${((fresh * 60_000) / elapsed).toFixed(1)} a minute, ${duration(((total - done) * elapsed) / fresh)} left`;
      bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${String(done)} of ${String(total)}${pace}`;
      draw();
    },
    /** Removes the bar. */
    end() {
      if (live) process.stderr.write('\r\u001B[2K');
    },
  };
}
