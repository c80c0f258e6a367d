const ROUTES = new Map([
  ['dashboard', /^$/],
  ['customize', /^$/],
  ['avatar', /^\/\d{1,9}$/],
  ['wallet-return', /^\/[1-9A-HJ-NP-Za-km-z]{16,32}$/],
]);

/** What Phantom appends to its return address; the page decrypts and judges it. */
const ANSWER = new Set([
  'phantom_encryption_public_key',
  'nonce',
  'data',
  'errorCode',
  'errorMessage',
]);
const LONGEST_ANSWER = 4_000;

/**
 * The route that a `likeness://` link asks for: 'likeness://avatar/101' -> '/avatar/101'. Only a
 * wallet's return keeps its query, and of that only what Phantom writes.
 */
export function linkedRoute(link: string): string | undefined {
  if (link.length > LONGEST_ANSWER || !URL.canParse(link)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(link);
  const rest = pathname.replace(/\/$/, '');
  if (protocol !== 'likeness:' || !ROUTES.get(host)?.test(rest)) return undefined;
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => host === 'wallet-return' && ANSWER.has(name)),
  ).toString();
  return `/${host}${rest}${query && `?${query}`}`;
}

/** Whether an argument is meant as a link of the app's, a good one or not. */
export const isLink = (argument: string): boolean => /^likeness:/i.test(argument.trim());

/** The first such route among the arguments that the app was started with. */
export const routeOf = (argv: readonly string[]): string | undefined =>
  argv.map((argument) => linkedRoute(argument)).find((route) => route !== undefined);
