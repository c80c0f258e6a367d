import { useId, useState } from 'react';
import { sentence } from '../../core/errors.ts';
import { CONTACT_SUBJECTS, type ContactMessage, contactSchema } from '../../core/validation.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { settingsAtom } from '../../state/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import t from '../../ui/type.module.css';
import { focusOnMount, HandedOver, NoMailbox, useKeptForm, useMailbox } from '../forms/index.ts';
import styles from './contact.module.css';
import { contactMail } from './contact-mail.ts';

const EMPTY = { subject: '', email: '', message: '' };

/** The form, and 'Message Sent!' once the mail program has the message. */
export function ContactForm() {
  const mailbox = useMailbox();
  const { email } = useAtomValue(settingsAtom);
  const { form, clear } = useKeptForm('contact', contactSchema, { ...EMPTY, email });
  const [handed, setHanded] = useState<{ message: ContactMessage; whole: boolean }>();
  const why = useId();
  const { errors, isSubmitting } = form.formState;

  const hand = async (message: ContactMessage): Promise<void> => {
    if (!mailbox) return;
    try {
      const { whole } = await mailbox.hand(contactMail(message));
      setHanded({ message, whole });
    } catch (failure) {
      form.setError('root', { message: sentence(failure) });
    }
  };

  if (handed && mailbox) {
    return (
      <section className={styles['form']} aria-labelledby={`${why}-sent`}>
        <h2 id={`${why}-sent`} className={t['title']} tabIndex={-1} ref={focusOnMount}>
          Message Sent!
        </h2>
        <HandedOver
          address={mailbox.address}
          body={contactMail(handed.message).body}
          whole={handed.whole}
          onAgain={() => void hand(handed.message)}
        />
        <Button
          look="accent"
          className={styles['again']}
          onClick={() => {
            clear();
            setHanded(undefined);
          }}
        >
          Send Another Message
        </Button>
      </section>
    );
  }

  return (
    <form className={styles['form']} noValidate aria-label="Contact Support" onSubmit={(event) => void form.handleSubmit(hand)(event)}>
      <SelectField label="Subject" error={errors.subject?.message} {...form.register('subject')}>
        <option value="">Choose a subject</option>
        {Object.entries(CONTACT_SUBJECTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextAreaField
        label="Message"
        rows={8}
        hint="For a payment, add the transaction’s signature. Never a recovery phrase."
        error={errors.message?.message}
        {...form.register('message')}
      />
      {errors.root?.message && <ErrorNote what={errors.root.message} safe="What you wrote is still here." />}
      {!mailbox && <NoMailbox id={why} />}
      <div className={styles['submit']}>
        <Button
          type="submit"
          look="accent"
          busy={isSubmitting}
          disabled={!mailbox}
          aria-describedby={mailbox ? undefined : why}
        >
          {isSubmitting ? 'Sending…' : 'Send Message'}
        </Button>
        {mailbox && <p className={styles['how']}>Opens in your mail program, ready to send.</p>}
      </div>
    </form>
  );
}
