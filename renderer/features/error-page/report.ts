import { LikenessError } from '../../core/errors.ts';

export interface ReportPlace {
  readonly version: string;
  readonly network: string;
  /** Without the query: an order's number is nobody's business. */
  readonly path: string;
  readonly agent: string;
  readonly at: string;
}

/** What happened, as text that a person can read before sending it. Holds no picture and no key. */
export function report(thrown: unknown, place: ReportPlace): string {
  const context =
    thrown instanceof LikenessError
      ? Object.entries(thrown.context).map(([name, value]) => `  ${name}: ${String(value)}`)
      : [];
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const code = thrown instanceof LikenessError ? [`Code: ${thrown.code}`] : [];
  const stack = thrown instanceof Error && thrown.stack ? ['', thrown.stack] : [];
  return [
    `Likeness ${place.version} (${place.network})`,
    `Page: ${place.path}`,
    `Time: ${place.at}`,
    `Browser: ${place.agent}`,
    what,
    ...code,
    ...context,
    ...stack,
  ].join('\n');
}
