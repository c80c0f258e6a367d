import { useEffect, useId, useRef } from 'react';

import { CLAIMS } from '../../content/claims.ts';
import { mailLink, type Mail, type MailLink } from '../../core/mail.ts';
import type { MessageContent, MessageState } from '../../core/messages/message.ts';
import type { ContactSubject } from '../../core/validation.ts';
import { formatDate, locale, t } from '../../i18n/index.ts';
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from '../../i18n/locales.ts';
import { useOutbox, useOutboxState } from '../../state/messages/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import styles from './forms.module.css';

interface Mailbox {
  readonly address: string;
  /** Opens the mail program with the message. @throws LikenessError 'link-refused' */
  readonly hand: (mail: Omit<Mail, 'to'>) => Promise<MailLink>;
}

/** The support mailbox, if the build has one. */
export function useMailbox(): Mailbox | undefined {
  const { config, links } = usePorts();
  const address = config.supportEmail;
  if (address === undefined) return undefined;
  return {
    address,
    async hand(mail) {
      const link = mailLink({ to: address, ...mail });
      await links.open(link.href);
      return link;
    },
  };
}

/** Says why the submit button is disabled in a build without a mailbox. */
export const NoMailbox = ({ id }: { readonly id: string }) => (
  <div id={id}>
    <Notice tone="careful" title={t('Sending isn’t set up here yet')}>
      {t(
        'This copy of Likeness has no support mailbox, so nothing can be sent. What you write stays in this tab.',
      )}
    </Notice>
  </div>
);

interface HandedOverProps {
  readonly address: string;
  readonly body: string;
  /** False if the mail program got only the beginning. */
  readonly whole: boolean;
  readonly onAgain: () => void;
}

/** Says exactly where the message is: in the mail program, to be sent from there. */
export const HandedOver = ({ address, body, whole, onAgain }: HandedOverProps) => (
  <div className={cx(ui.stack5, ui.start)}>
    <p className={ui.measure}>
      {whole
        ? t('It is in your email program, ready to go. It reaches us when you press Send there.')
        : t(
            'Your email program has only the beginning: the message is longer than an email link can carry. Copy all of it here, paste it there, and press Send.',
          )}
    </p>
    <div className={cx(ui.stack3, styles.copies)}>
      {whole && <p className={ui.quiet}>{t('Nothing opened? Send this yourself:')}</p>}
      <CopyField label={t('Our address')} value={address} />
      <CopyField label={t('Your message')} value={body}>
        <span className={styles.body} tabIndex={0}>
          {body}
        </span>
      </CopyField>
    </div>
    <TextButton onClick={onAgain}>{t('Open it again')}</TextButton>
  </div>
);

export interface DeliveryProps {
  readonly id: string;
  readonly content: MessageContent;
  readonly handed?: { readonly whole: boolean } | undefined;
  readonly sentTitle: string;
  readonly againLabel: string;
  readonly onAgain: () => void;
  /** Returns to the form with what was written. */
  readonly onEdit: () => void;
  readonly onHand: () => void;
}

/** The state of a message while its screen is open; it follows the outbox. */
export function Delivery({
  id,
  content,
  handed,
  sentTitle,
  againLabel,
  onAgain,
  onEdit,
  onHand,
}: DeliveryProps) {
  const outbox = useOutbox();
  const { messages, sent, sending } = useOutboxState();
  const mailbox = useMailbox();
  const state = messages.find((message) => message.id === id)?.state;
  const open = handed ? undefined : state;
  // Neither here nor sent: the message is in the library it was written from.
  const away = !handed && !open && !sent.has(id);
  const title = handed
    ? t('Send your message from your email program')
    : open
      ? OPEN_TITLES[open.kind]
      : away
        ? t('Your library is locked')
        : sentTitle;
  const heading = useRef<HTMLHeadingElement>(null);
  const labelId = useId();
  // Focuses the new heading, so that it is read out and Tab continues there.
  useEffect(() => heading.current?.focus(), [title]);

  return (
    <section className={cx(ui.stack5, styles.form)} aria-labelledby={labelId}>
      <h2 id={labelId} className={ui.title} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {handed && mailbox && (
        <HandedOver
          address={mailbox.address}
          body={messageMail(content).body}
          whole={handed.whole}
          onAgain={onHand}
        />
      )}
      {away && (
        <p className={ui.measure}>
          {t('Your message is stored in it, and goes out once it is open again.')}
        </p>
      )}
      {!handed && !open && !away && (
        <p className={ui.measure}>
          {content.kind === 'contact' ? (
            <Trans
              id="It has arrived. Support replies {supportTime}, to {email}. Its number is <code>{number}</code>."
              values={{
                supportTime: CLAIMS.supportTime,
                email: <>{content.email}</>,
                number: id.slice(0, 8),
              }}
            />
          ) : (
            <Trans
              id="It has arrived. Its number is <code>{number}</code>."
              values={{ number: id.slice(0, 8) }}
            />
          )}
        </p>
      )}
      {open && (
        <>
          <p className={ui.measure}>{openWords(open)}</p>
          <div className={ui.wrap5}>
            <Button busy={sending.has(id)} onClick={() => void outbox.retry(id)}>
              {sending.has(id) ? t('Sending…') : t('Try now')}
            </Button>
            {mailbox && <TextButton onClick={onHand}>{t('Send it by email instead')}</TextButton>}
            <TextButton onClick={() => void outbox.withdraw(id).then(onEdit)}>
              {t('Take it back to edit')}
            </TextButton>
          </div>
        </>
      )}
      <Button
        variant={open !== undefined || away ? 'outline' : 'accent'}
        className={styles.again}
        onClick={onAgain}
      >
        {againLabel}
      </Button>
    </section>
  );
}

const OPEN_TITLES: Readonly<Record<MessageState['kind'], string>> = {
  waiting: t('Waiting for the network'),
  'needs-you': t('This message wasn’t sent'),
};

export function openWords(state: MessageState): string {
  if (state.kind === 'waiting') {
    return t(
      'Your message is stored on this device and goes out automatically when the network is back, at {time} at the latest, or the next time you open Likeness.',
      { time: formatDate(state.nextAt, { timeStyle: 'short' }) },
    );
  }
  if (state.why === 'too-long')
    return t(
      'We couldn’t be reached for three days. Your message is still stored on this device: try again, or send it another way.',
    );
  if (state.why === 'refused')
    return t(
      'Our mailbox didn’t accept this message. It is still stored on this device: try again, or send it another way.',
    );
  return t('It is stored on this device. Hand it to your email program to send it.');
}

const CONTACT = {
  'technical-support': 'Technical Support',
  billing: 'Billing & Payments',
  'feature-request': 'Feature Request',
  partnership: 'Partnership Inquiry',
  other: 'Other',
} as const satisfies Record<ContactSubject, string>;

/**
 * The mail that carries a message. Anonymous feedback names nobody. Our own words are English in every
 * language, because support reads and sorts them. Where an answer is wanted, a last line names its
 * language.
 */
export function messageMail(
  content: MessageContent,
  writtenIn: Locale = locale,
): { subject: string; body: string } {
  const language =
    writtenIn === DEFAULT_LOCALE ? [] : [`Language: ${LANGUAGES[writtenIn]} (${writtenIn})`];
  if (content.kind === 'contact') {
    return {
      subject: `Likeness: ${CONTACT[content.subject]}`,
      body: [content.message, `Answer to: ${content.email}`, ...language].join('\n\n'),
    };
  }
  const { sentiment, text, email } = content;
  return {
    subject: `Likeness feedback: ${sentiment}`,
    body: [
      text || '(no words)',
      ...(email === undefined ? ['Anonymous'] : [`From: ${email}`, ...language]),
    ].join('\n\n'),
  };
}
