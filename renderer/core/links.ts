/**
 * Where the app may send the user's browser: wallets' install pages and link hosts, block
 * explorers, and networks to share on. The browser build and the desktop's main process share this
 * list.
 */
export const LINK_HOSTS = [
  'phantom.app',
  'phantom.com',
  'metamask.io',
  'explorer.solana.com',
  'solscan.io',
  'polygonscan.com',
  'amoy.polygonscan.com',
  'x.com',
  'opensea.io',
] as const;

const LONGEST_LINK = 4_096;
const MAIL_FIELDS = new Set(['subject', 'body']);

/**
 * The normalised address if it may be opened outside, else undefined. Allowed are https on its
 * default port, without credentials, to a listed host or to the app's own public address; and plain
 * mail links.
 */
export function allowedLink(address: string, appUrl?: string): string | undefined {
  // A URL parser reads a backslash as a slash; the next program may read it differently.
  if (address.length > LONGEST_LINK || address.includes('\\') || !URL.canParse(address))
    return undefined;
  const url = new URL(address);
  if (url.protocol === 'mailto:') return isPlainMail(url) ? url.href : undefined;
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return undefined;
  const hosts: readonly string[] =
    appUrl && URL.canParse(appUrl) ? [...LINK_HOSTS, new URL(appUrl).hostname] : LINK_HOSTS;
  return hosts.includes(url.hostname.replace(/^www\./, '')) ? url.href : undefined;
}

/**
 * A mailto link with one address, and without fields that would attach a file or add recipients.
 */
const isPlainMail = (url: URL): boolean =>
  /^[^\s@,;%]+@[^\s@,;%]+\.[a-z]{2,}$/i.test(url.pathname) &&
  [...url.searchParams.keys()].every((field) => MAIL_FIELDS.has(field.toLowerCase()));
