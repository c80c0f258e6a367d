import { contentSecurityPolicy } from '../../../renderer/core/security-headers.ts';

const seen: string[] = [];
const forgiven: RegExp[] = [];

/**
 * Failures that no screen shows: console errors, uncaught errors, and violations of the content
 * policy.
 */
export const problems = {
  seen: seen as readonly string[],
  /** Accepts the problems that the test itself causes. */
  forgive: (expected: RegExp): void => void forgiven.push(expected),
  unforgiven: (): readonly string[] =>
    seen.filter((problem) => !forgiven.some((expected) => expected.test(problem))),
  forget(): void {
    seen.length = 0;
    forgiven.length = 0;
  },
};

const reportError = console.error.bind(console);
console.error = (...words: unknown[]): void => {
  seen.push(words.map(String).join(' '));
  reportError(...words);
};
addEventListener('error', ({ message }) => seen.push(message));
addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)));
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  // The policy blocks eval. Zod tries it to find out whether it may.
  if (blockedURI !== 'eval') seen.push(`${violatedDirective}: ${blockedURI}`);
});

/**
 * The product's own policy for the test's page, with three exceptions: Vite's server adds styles as
 * elements, axe writes inline styles, and a meta element can't say who may frame the page.
 */
document.head.append(
  Object.assign(document.createElement('meta'), {
    httpEquiv: 'Content-Security-Policy',
    content: contentSecurityPolicy({ addresses: [], https: false })
      .replace(/style-src [^;]*/, "$& 'unsafe-inline'")
      .replace(/; require-trusted-types-for [^;]*; trusted-types [^;]*/, '')
      .replace(/; frame-ancestors [^;]*/, ''),
  }),
);
