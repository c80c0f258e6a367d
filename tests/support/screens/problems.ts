import { contentSecurityPolicy } from '../../../renderer/core/security-headers.ts';

const seen: string[] = [];
const forgiven: RegExp[] = [];

/** What went wrong unseen: errors in the console, uncaught ones, and breaches of the policy. */
export const problems = {
  seen: seen as readonly string[],
  /** Takes note of the problems that the test brings about itself. */
  forgive: (expected: RegExp): void => void forgiven.push(expected),
  unforgiven: (): readonly string[] =>
    seen.filter((problem) => !forgiven.some((expected) => expected.test(problem))),
  forget(): void {
    seen.length = 0;
    forgiven.length = 0;
  },
};

const told = console.error.bind(console);
console.error = (...words: unknown[]): void => {
  seen.push(words.map(String).join(' '));
  told(...words);
};
addEventListener('error', ({ message }) => seen.push(message));
addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)));
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  // What is evaluated throws there: Zod tries it to learn whether it may.
  if (blockedURI !== 'eval') seen.push(`${violatedDirective}: ${blockedURI}`);
});

/**
 * The product's own policy over the test's page, but for two things: styles come as elements from
 * Vite's server, and who may frame the page can't be said inside it.
 */
document.head.append(
  Object.assign(document.createElement('meta'), {
    httpEquiv: 'Content-Security-Policy',
    content: contentSecurityPolicy({ addresses: [], https: false })
      .replace(/style-src [^;]*/, "$& 'unsafe-inline'")
      .replace(/; frame-ancestors [^;]*/, ''),
  }),
);
