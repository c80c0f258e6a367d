/** Windows passes a program at most 2,083 characters; a longer link opens nothing at all. */
const LONGEST_MAIL_LINK = 2_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

export interface MailLink {
  readonly href: string;
  /** False if only the beginning of the body fitted: the rest has to be pasted. */
  readonly whole: boolean;
}

/**
 * A message ready to send, as a `mailto:` link (RFC 6068: CRLF between lines, UTF-8,
 * percent-encoded).
 */
export function mailLink({ to, subject, body }: Mail): MailLink {
  const link = (text: string): string =>
    `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\r?\n/g, '\r\n'))}`;
  const all = link(body);
  if (all.length <= LONGEST_MAIL_LINK) return { href: all, whole: true };
  // Whole characters only: half of a surrogate pair can't be encoded.
  const characters = Array.from(body);
  let fits = 0;
  for (let step = characters.length; step >= 1; step = Math.floor(step / 2)) {
    while (
      fits + step <= characters.length &&
      link(`${characters.slice(0, fits + step).join('')}…`).length <= LONGEST_MAIL_LINK
    ) {
      fits += step;
    }
  }
  return { href: link(`${characters.slice(0, fits).join('')}…`), whole: false };
}
