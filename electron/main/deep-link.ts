const ROUTES = new Map([
  ['dashboard', /^$/],
  ['customize', /^$/],
  ['avatar', /^\/\d{1,9}$/],
]);

/** The route that a `likeness://` link asks for: 'likeness://avatar/101' -> '/avatar/101'. */
export function linkedRoute(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const { protocol, host, pathname } = new URL(link);
  const rest = pathname.replace(/\/$/, '');
  return protocol === 'likeness:' && ROUTES.get(host)?.test(rest) ? `/${host}${rest}` : undefined;
}

/** The first such route among the arguments that the app was started with. */
export const routeOf = (argv: readonly string[]): string | undefined =>
  argv.map((argument) => linkedRoute(argument)).find((route) => route !== undefined);
