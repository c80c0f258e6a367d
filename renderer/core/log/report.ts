import { plainPath } from '../../i18n/address.ts';
import { LikenessError } from '../errors.ts';
import { logCode } from './codes.ts';
import { entryLine, type LogEntry } from './entry.ts';

/** The place that a problem is reported from. */
export interface ReportPlace {
  readonly version: string;
  readonly network: string;
  /**
   * The page's path. What follows the route's name is left out: it may be a number or an address.
   */
  readonly path: string;
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Maximum length of a report in characters. It leaves room in a message for the sender's words. */
export const REPORT_MAX_CHARACTERS = 3_000;
const MOST_FRAMES = 12;

const ID = String.raw`[A-Za-z_$][\w$]{0,23}`;
const PATH = String.raw`(?:\(intermediate value\)|${ID})(?:\.${ID}){0,5}`;

/** The engines' own phrases for programming errors. Nothing else of a message is repeated. */
const MESSAGES = [
  String.raw`Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null)(?: \((?:reading|setting) '${ID}'\))?`,
  String.raw`(?:undefined|null) is not an object \(evaluating '${PATH}'\)`,
  String.raw`${PATH} is not (?:a function|a constructor|defined|iterable|an object)`,
  String.raw`can't access property "${ID}", ${PATH} is (?:undefined|null)`,
  String.raw`Failed to execute '${ID}' on '${ID}'`,
  String.raw`Minified React error #\d{1,4}`,
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Maximum call stack size exceeded',
  'too much recursion',
  'Array buffer allocation failed',
  'Invalid array length',
].map((pattern) => new RegExp(`^${pattern}(?![\\w.@/])`));

/** A place in the code: the bare name of a built file, with line and column. */
const FRAME =
  /(?<=^|[\s(/])(?<file>(?:[a-z]{1,16}-){0,5}[\w-]{1,12}\.(?:m?js|tsx?)):(?<line>\d{1,6}):(?<column>\d{1,6})\)?$/;
const FUNCTION = new RegExp(
  String.raw`^\s*(?:at (?:async |new )?(?<v8>${ID}(?:\.${ID}){0,2}) \(|(?<other>${ID}(?:\.${ID}){0,2})@(?:https?|app|file):)`,
);

/** Context fields whose text says which part of ours it was. Numbers are always kept. */
const WORDED = new Set(['differs', 'format', 'kind', 'part', 'reason', 'task', 'type']);
const isWord = (value: string): boolean =>
  value.length <= 24 && /^[a-z]+\d?(?:[ -][a-z]+\d?){0,2}$/.test(value);

function contextLines({ context }: LikenessError): string[] {
  return Object.entries(context)
    .filter(([key, value]) =>
      typeof value === 'string' ? WORDED.has(key) && isWord(value) : /^[A-Za-z]{1,24}$/.test(key),
    )
    .map(([key, value]) => `  ${key}: ${String(value)}`);
}

const knownMessage = (message: string): string | undefined =>
  MESSAGES.map((pattern) => pattern.exec(message)?.[0]).find((found) => found !== undefined);

function frames(stack: string): string[] {
  return stack
    .split('\n')
    .flatMap((text) => {
      const place = FRAME.exec(text.trimEnd())?.groups;
      if (!place) return [];
      const { v8, other } = FUNCTION.exec(text)?.groups ?? {};
      const { file = '', line = '', column = '' } = place;
      return [`  at ${v8 ?? other ?? '?'} (${file}:${line}:${column})`];
    })
    .slice(0, MOST_FRAMES);
}

/**
 * A thrown value as lines that may leave the device: what kind of failure it is, where in the code
 * it came from, and, of its message, at most a known phrase of the engine. It lists what is known
 * to be harmless and leaves out the rest, instead of looking for what may be harmful.
 */
export function thrownLines(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error)) return [`Error: ${logCode(thrown)}, thrown as ${typeof thrown}`];
  const message = thrown instanceof LikenessError ? undefined : knownMessage(thrown.message);
  return [
    `Error: ${logCode(thrown)}${message === undefined ? '' : `: ${message}`}`,
    ...(thrown instanceof LikenessError ? contextLines(thrown) : []),
    ...(thrown.cause === undefined ? [] : [`  caused by ${logCode(thrown.cause)}`]),
    ...frames(thrown.stack ?? ''),
  ];
}

const routeOf = (path: string): string => {
  const [, first = '', ...rest] = path.split('/');
  const name = /^[a-z-]{0,24}$/.test(first) ? first : '…';
  return `/${name}${rest.some((part) => part !== '') ? '/…' : ''}`;
};

/**
 * What to send us, as text that a person can read and change first: the app, the page, what was
 * thrown, if anything was, and as many of the log's newest entries as fit.
 */
export function problemReport(
  place: ReportPlace,
  log: readonly LogEntry[],
  thrown?: { readonly value: unknown },
): string {
  const head = [
    `Likeness ${place.version} (${place.network})`,
    `Page: ${routeOf(plainPath(place.path))}`,
    `Time: ${new Date(place.at).toISOString()}`,
    `Browser: ${place.agent.slice(0, 250)}`,
    ...(thrown ? thrownLines(thrown.value) : []),
    '',
  ].join('\n');
  const lines = log.map(entryLine);
  const titled = (count: number): string => {
    const left = lines.length - count;
    if (lines.length === 0) return 'Log: empty';
    return `Log${left === 0 ? '' : `, without ${left} earlier ${left === 1 ? 'entry' : 'entries'}`}:`;
  };
  let count = 0;
  let length = head.length + titled(0).length;
  for (const line of [...lines].reverse()) {
    length += line.length + 1;
    if (length > REPORT_MAX_CHARACTERS) break;
    count += 1;
  }
  return [head + titled(count), ...lines.slice(lines.length - count)].join('\n');
}
