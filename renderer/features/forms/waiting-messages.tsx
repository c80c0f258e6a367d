import type { OutgoingMessage } from '../../core/messages/message.ts';
import { CONTACT_SUBJECTS } from '../../core/validation.ts';
import { i18n } from '../../i18n/index.ts';
import { useOutbox, useOutboxState } from '../../state/messages/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { openWords, useMailbox } from './delivery.tsx';
import styles from './forms.module.css';
import { messageMail } from './message-mail.ts';

const titleOf = ({ content }: OutgoingMessage): string =>
  content.kind === 'contact' ? CONTACT_SUBJECTS[content.subject] : i18n.t('Feedback');

export interface WaitingMessagesProps {
  /** The message that the screen already shows. */
  readonly except: string | undefined;
}

/** Messages that haven't reached us yet, including earlier visits'. Usually there are none. */
export function WaitingMessages({ except }: WaitingMessagesProps) {
  const outbox = useOutbox();
  const mailbox = useMailbox();
  const { messages, sending } = useOutboxState();
  // A message on its first try is still shown by the form.
  const open = messages.filter(
    ({ id, state }) => id !== except && !(state.kind === 'waiting' && state.attempts === 0),
  );
  if (open.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting-messages">
      <h2 id="waiting-messages" className={t.heading}>
        {i18n.t('Not sent yet')}
      </h2>
      <ul>
        {open.map((message) => (
          <li key={message.id}>
            <p className={t.caption}>{titleOf(message)}</p>
            <p className={t.small}>{openWords(message.state)}</p>
            <div className={styles.actions}>
              <Button
                size="small"
                busy={sending.has(message.id)}
                onClick={() => void outbox.retry(message.id)}
              >
                {i18n.t('Try now')}
              </Button>
              {mailbox && (
                <TextButton
                  onClick={() =>
                    void mailbox
                      .hand(messageMail(message.content))
                      .then(() => outbox.withdraw(message.id))
                  }
                >
                  {i18n.t('Send it by mail instead')}
                </TextButton>
              )}
              <TextButton onClick={() => void outbox.withdraw(message.id)}>
                {i18n.t('Delete it')}
              </TextButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
