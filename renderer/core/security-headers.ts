export interface HeaderOptions {
  /** What the app may call, see `calledAddresses`; their origins are taken. */
  readonly addresses: readonly string[];
  /** Served over https: only then may a browser be told to insist on it. */
  readonly https: boolean;
}

/** Scheme, host and port. @throws RangeError on what isn't an http(s) address */
function origin(url: string): string {
  const found = /^https?:\/\/[a-z0-9.:[\]-]+(?=[/?#]|$)/i.exec(url);
  if (!found) throw new RangeError(`not an http address: ${url}`);
  return found[0];
}

/** The policy as one header value; a packaged page carries the same. */
export function contentSecurityPolicy({ addresses, https }: HeaderOptions): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // The engine's models run in WebAssembly; nothing else is ever evaluated.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", 'blob:', 'data:', ...new Set(addresses.map(origin))],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/**
 * Headers of every response, worker scripts and WebAssembly included: a worker obeys the policy
 * it came with, not its page's.
 */
export function securityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(options.https
      ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}
