import { useEffect, useId, useRef } from 'react';

import { CLAIMS } from '../../content/claims.ts';
import { formatDate } from '../../core/format.ts';
import type { MessageContent, MessageState } from '../../core/messages/message.ts';
import { i18n } from '../../i18n/index.ts';
import { useOutbox, useOutboxState } from '../../state/messages/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import styles from './forms.module.css';
import { HandedOver } from './handed-over.tsx';
import { messageMail } from './message-mail.ts';
import { useMailbox } from './use-mailbox.ts';

export interface DeliveryProps {
  readonly id: string;
  readonly content: MessageContent;
  readonly handed?: { readonly whole: boolean } | undefined;
  readonly sentTitle: string;
  readonly againLabel: string;
  readonly onAgain: () => void;
  /** Returns to the form with what was written. */
  readonly onEdit: () => void;
  readonly onHand: () => Promise<void>;
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
  const title = open ? OPEN_TITLES[open.kind] : away ? i18n.t('Your library is locked') : sentTitle;
  const heading = useRef<HTMLHeadingElement>(null);
  const labelId = useId();
  // Focuses the new heading, so that it is read out and Tab continues there.
  useEffect(() => heading.current?.focus(), [title]);

  return (
    <section className={styles.form} aria-labelledby={labelId}>
      <h2 id={labelId} className={t.title} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {handed && mailbox && (
        <HandedOver
          address={mailbox.address}
          body={messageMail(content).body}
          whole={handed.whole}
          onAgain={() => void onHand()}
        />
      )}
      {away && (
        <p className={t.measure}>
          {i18n.t('Your message is stored in it, and goes out once it is open again.')}
        </p>
      )}
      {!handed && !open && !away && (
        <p className={t.measure}>
          {content.kind === 'contact' ? (
            <Trans
              id="It has arrived. Support replies {supportTime}, to {email}. Its number is <code>{number}</code>."
              values={{
                supportTime: CLAIMS.supportTime,
                email: <>{content.email}</>,
                number: id.slice(0, 8),
              }}
              components={{ code: <code /> }}
            />
          ) : (
            <Trans
              id="It has arrived. Its number is <code>{number}</code>."
              values={{ number: id.slice(0, 8) }}
              components={{ code: <code /> }}
            />
          )}
        </p>
      )}
      {open && (
        <>
          <p className={t.measure}>{openWords(open)}</p>
          <div className={styles.actions}>
            <Button busy={sending.has(id)} onClick={() => void outbox.retry(id)}>
              {sending.has(id) ? i18n.t('Sending…') : i18n.t('Try now')}
            </Button>
            {mailbox && (
              <TextButton onClick={() => void onHand()}>
                {i18n.t('Send it by mail instead')}
              </TextButton>
            )}
            <TextButton onClick={() => void outbox.withdraw(id).then(onEdit)}>
              {i18n.t('Take it back to edit')}
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
  waiting: i18n.t('Waiting for the network'),
  'needs-you': i18n.t('This message needs you'),
};

export function openWords(state: MessageState): string {
  if (state.kind === 'waiting') {
    return i18n.t(
      'Your message is stored on this device and goes out by itself when the network is back, at {time} at the latest, or the next time you open Likeness.',
      { time: formatDate(state.nextAt, { timeStyle: 'short' }) },
    );
  }
  if (state.why === 'too-long')
    return i18n.t(
      'We couldn’t be reached for three days. Your message is still stored on this device: try again, or send it another way.',
    );
  if (state.why === 'refused')
    return i18n.t(
      'Our mailbox didn’t accept this message. It is still stored on this device: try again, or send it another way.',
    );
  return i18n.t('It is stored on this device. Hand it to your mail program to send it.');
}
