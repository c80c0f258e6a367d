const ROUTES = new Map([
  ['dashboard', /^$/],
  ['customize', /^$/],
  ['avatar', /^\/\d{1,9}$/],
  ['wallet-return', /^\/[1-9A-HJ-NP-Za-km-z]{16,32}$/],
]);

/**
 * The parameters that Phantom appends to its return address. The page decrypts and verifies them.
 */
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
 * wallet's return keeps a query, limited to Phantom's parameters.
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

/** Whether an argument is one of the app's links, valid or not. */
export const isLink = (argument: string): boolean => /^likeness:/i.test(argument.trim());

/** The first such route among the app's start arguments. */
export const routeOf = (argv: readonly string[]): string | undefined =>
  argv.map((argument) => linkedRoute(argument)).find((route) => route !== undefined);
