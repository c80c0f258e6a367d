import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';

import { CLAIMS } from '../../content/claims.ts';
import { sentence } from '../../core/errors.ts';
import { mailLink, type Mail, type MailLink } from '../../core/mail.ts';
import type { MessageContent, MessageState, OutgoingMessage } from '../../core/messages/message.ts';
import { CONTACT_SUBJECTS, type ContactSubject } from '../../core/validation.ts';
import { formatDate, locale, t } from '../../i18n/index.ts';
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from '../../i18n/locales.ts';
import { keptForm } from '../../state/kept-form.ts';
import { sendMessageAtom, useOutbox, useOutboxState } from '../../state/messages/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailure } from '../../state/toasts.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section, Trans } from '../../ui/text.tsx';
import styles from './forms.module.css';

export interface MessageFormProps<In extends FormValues, Out> {
  readonly label: string;
  readonly kept: KeptForm<In, Out>;
  readonly content: (values: Out) => MessageContent;
  /** The title once it was sent, e.g. 'Message Sent!'. */
  readonly sentTitle: string;
  readonly againLabel: string;
  readonly submitLabel: string;
  /** What still has to be chosen before the message can be sent. */
  readonly missing?: string | undefined;
  readonly children: ReactNode;
}

interface OnItsWay {
  readonly id: string;
  readonly content: MessageContent;
  readonly typed: FormValues;
  /** Set if it went to the mail program, whole or only its beginning. */
  readonly handed?: { readonly whole: boolean } | undefined;
}

/** A form that sends its message through the outbox, then shows the message's state. */
export function MessageForm<In extends FormValues, Out>({
  label,
  kept,
  content: contentOf,
  sentTitle,
  againLabel,
  submitLabel,
  missing,
  children,
}: MessageFormProps<In, Out>) {
  const { config } = usePorts();
  const send = useSetAtom(sendMessageAtom);
  const outbox = useOutbox();
  const mailbox = useMailbox();
  const [gone, setGone] = useState<OnItsWay>();
  const { withdrawn } = useOutboxState();
  // Nothing is shown of a message that another tab deleted.
  const shown = gone && (gone.handed || !withdrawn.has(gone.id)) ? gone : undefined;
  const why = useId();
  const { errors, isSubmitting } = kept.form.formState;
  const direct = config.supportEndpoint !== undefined;
  const possible = direct || mailbox !== undefined;

  const submit = async (values: Out): Promise<void> => {
    const typed = kept.form.getValues();
    const content = contentOf(values);
    try {
      const id = await send(content);
      const hand = async () => {
        try {
          return await mailbox?.hand(messageMail(content));
        } finally {
          await outbox.withdraw(id); // If no mail program takes it, the form keeps it.
        }
      };
      const handed = direct ? undefined : await hand();
      setGone({ id, content, typed, handed });
      kept.clear();
    } catch (failure) {
      kept.form.setError('root', { message: sentence(failure) });
    }
  };

  const delivery = shown && (
    <Delivery
      {...shown}
      sentTitle={sentTitle}
      againLabel={againLabel}
      onAgain={() => setGone(undefined)}
      onEdit={() => {
        kept.form.reset(shown.typed as In);
        setGone(undefined);
      }}
      onHand={() => {
        const hand = async (): Promise<void> => {
          const handed = await mailbox?.hand(messageMail(shown.content));
          if (!handed) return;
          await outbox.withdraw(shown.id);
          setGone({ ...shown, handed });
        };
        hand().catch(showFailure);
      }}
    />
  );

  const form = (
    <form
      className={cx(ui.stack5, styles.form)}
      noValidate
      aria-label={label}
      onSubmit={(event) => void kept.form.handleSubmit(submit)(event)}
    >
      {children}
      {errors.root?.message && (
        <ErrorNote what={errors.root.message} safe={t('What you wrote is still here.')} />
      )}
      {!possible && <NoMailbox id={why} />}
      <div className={cx(ui.wrap5, styles.submit)}>
        <Button
          type="submit"
          variant="accent"
          busy={isSubmitting}
          disabled={!possible || missing !== undefined}
          aria-describedby={why}
        >
          {isSubmitting ? t('Sending…') : submitLabel}
        </Button>
        {possible && (missing !== undefined || !direct) && (
          <p id={why} className={ui.note}>
            {missing ?? t('Opens in your email program, ready to send.')}
          </p>
        )}
      </div>
    </form>
  );

  return (
    <div>
      {delivery ?? form}
      <WaitingMessages except={shown?.id} />
    </div>
  );
}

const titleOf = ({ content }: OutgoingMessage): string =>
  content.kind === 'contact' ? CONTACT_SUBJECTS[content.subject] : t('Feedback');

interface WaitingMessagesProps {
  /** The message that the screen already shows. */
  readonly except: string | undefined;
}

/** Messages that haven't reached us yet, including earlier visits'. Usually there are none. */
function WaitingMessages({ except }: WaitingMessagesProps) {
  const { messages } = useOutboxState();
  // A message on its first try is still shown by the form.
  const open = messages.filter(
    ({ id, state }) => id !== except && !(state.kind === 'waiting' && state.attempts === 0),
  );
  if (open.length === 0) return null;
  return (
    <Section title={t('Not sent yet')} className={cx(ui.stack4, styles.waiting)}>
      <ul>
        {open.map((message) => (
          <WaitingMessage key={message.id} message={message} />
        ))}
      </ul>
    </Section>
  );
}

/** A mail program may never send it, so only the user deletes it. */
function WaitingMessage({ message }: { readonly message: OutgoingMessage }) {
  const outbox = useOutbox();
  const mailbox = useMailbox();
  const { sending } = useOutboxState();
  const [handed, setHanded] = useState<{ readonly whole: boolean }>();
  const mail = messageMail(message.content);
  const hand = (): void => void mailbox?.hand(mail).then(setHanded, showFailure);
  return (
    <li>
      <details>
        <summary className={ui.caption}>{titleOf(message)}</summary>
        <p className={styles.body} tabIndex={0}>
          {mail.body}
        </p>
        <TextButton onClick={() => void outbox.withdraw(message.id)}>{t('Delete it')}</TextButton>
      </details>
      <p className={ui.small}>{openWords(message.state)}</p>
      {handed && mailbox && (
        <HandedOver
          address={mailbox.address}
          body={mail.body}
          whole={handed.whole}
          onAgain={hand}
        />
      )}
      <div className={ui.wrap5}>
        <Button
          size="small"
          busy={sending.has(message.id)}
          onClick={() => void outbox.retry(message.id)}
        >
          {t('Try now')}
        </Button>
        {mailbox && !handed && (
          <TextButton onClick={hand}>{t('Send it by email instead')}</TextButton>
        )}
      </div>
    </li>
  );
}

interface MessagePageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly last?: boolean;
  /** The form and what stands beside it. */
  readonly children: ReactNode;
}

/** The page of a form; `last` if nothing follows. */
export const MessagePage = ({ title, lead, last = false, children }: MessagePageProps) => (
  <div className={cx(ui.page, last ? ui.whole : ui.place, styles.page)}>
    <header>
      <h1 className={ui.title}>{title}</h1>
      <p className={ui.lead}>{lead}</p>
    </header>
    <div className={cx(ui.two, styles.columns)}>{children}</div>
  </div>
);

type FormValues = Readonly<Record<string, string | boolean>>;

/** Restores a form's kept values; a value of the wrong type is replaced by its default. */
export function keptValues<T extends FormValues>(defaults: T, kept: unknown): T {
  if (typeof kept !== 'object' || kept === null) return defaults;
  const stored = new Map(Object.entries(kept));
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const found: unknown = stored.get(name);
      return [name, typeof found === typeof value ? found : value];
    }),
  ) as T;
}

interface KeptForm<In extends FieldValues, Out> {
  readonly form: UseFormReturn<In, unknown, Out>;
  /** Empties the form and forgets its kept values. */
  readonly clear: () => void;
}

/**
 * A form validated by its schema. What is typed is kept in this tab, so that neither an error nor a
 * reload loses it. A field that nobody changed follows its default, which the settings give once
 * they are read. Errors show once a field was left, and on submit, which focuses the first one.
 * Never use it for passwords.
 */
export function useKeptForm<In extends FormValues, Out>(
  name: string,
  schema: z.ZodType<Out, In>,
  defaults: In,
): KeptForm<In, Out> {
  const [kept] = useState(() => keptForm(name));
  const [initial] = useState(() => keptValues(defaults, kept.read()));
  const form = useForm<In, unknown, Out>({
    // Compiled checks would need 'unsafe-eval', which our policy forbids.
    resolver: zodResolver(schema, { jitless: true }),
    defaultValues: initial as DefaultValues<In>,
    mode: 'onTouched',
  });
  const { subscribe, reset, resetField, getValues } = form;
  const given = useRef(defaults);
  useEffect(() => {
    const before = given.current;
    given.current = defaults;
    for (const [name, value] of Object.entries(defaults) as [Path<In>, PathValue<In, Path<In>>][])
      if (value !== before[name] && getValues(name) === before[name])
        resetField(name, { defaultValue: value });
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          kept.write(
            Object.fromEntries(
              Object.entries(values).filter(([name, value]) => value !== given.current[name]),
            ),
          ),
      }),
    [subscribe, kept],
  );
  const clear = useCallback(() => {
    reset(defaults);
    kept.write(null);
  }, [reset, defaults, kept]);
  return { form, clear };
}

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

interface DeliveryProps {
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
function Delivery({
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

function openWords(state: MessageState): string {
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
