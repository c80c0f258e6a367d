export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** A Markdown table. */
export const tableOf = (title: string, head: string, rows: readonly string[]): string =>
  [title, '', head, head.replace(/[^|]+/g, '---'), ...rows, ''].join('\n');
