export interface HeaderOptions {
  /** What the app may call, see `calledAddresses`; only their origins are used. */
  readonly addresses: readonly string[];
  /** Served over https: only then may a browser insist on https from then on. */
  readonly https: boolean;
}

/** Scheme, host and port. @throws RangeError if it isn't an http(s) address */
function origin(url: string): string {
  const found = /^https?:\/\/[a-z0-9.:[\]-]+(?=[/?#]|$)/i.exec(url);
  if (!found) throw new RangeError(`not an http address: ${url}`);
  return found[0];
}

/** The policy as one header value; packaged pages carry the same. */
export function contentSecurityPolicy({ addresses, https }: HeaderOptions): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // The engine's models run in WebAssembly; nothing else is ever evaluated.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'media-src': ["'self'", 'blob:'],
    // The video encoder's worker is a blob.
    'worker-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", 'blob:', 'data:', ...new Set(addresses.map(origin))],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Text may become markup or a script's address only through the policy in `boot.js`, which
    // allows this site's own scripts and no markup.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

const UNUSED_FEATURES = [
  'accelerometer',
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
 * Headers of every response, worker scripts and WebAssembly included: a worker obeys the policy it
 * was served with, not its page's.
 */
export function securityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // The camera is requested when the user presses 'Use camera'; frames of other sites can't use
    // it.
    'Permissions-Policy': ['camera=(self)', ...UNUSED_FEATURES.map((name) => `${name}=()`)].join(
      ', ',
    ),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(options.https
      ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
      : {}),
  };
}
