import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SENTIMENTS } from '../../content/feedback.ts';
import { sentence } from '../../core/errors.ts';
import { type FeedbackMessage, feedbackSchema } from '../../core/validation.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { settingsAtom } from '../../state/settings.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, Field, TextAreaField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import t from '../../ui/type.module.css';
import { focusOnMount, HandedOver, NoMailbox, useKeptForm, useMailbox } from '../forms/index.ts';
import styles from './feedback.module.css';
import { feedbackMail } from './feedback-mail.ts';

const EMPTY = { sentiment: '', text: '', anonymous: true, email: '' };

/** The form, and the thanks once the mail program has the message. */
export function FeedbackForm() {
  const mailbox = useMailbox();
  const { email } = useAtomValue(settingsAtom);
  const { form, clear } = useKeptForm('feedback', feedbackSchema, { ...EMPTY, email });
  const [sentiment, anonymous] = useWatch({ control: form.control, name: ['sentiment', 'anonymous'] });
  const [handed, setHanded] = useState<{ message: FeedbackMessage; whole: boolean }>();
  const id = useId();
  const { errors, isSubmitting } = form.formState;

  const hand = async (message: FeedbackMessage): Promise<void> => {
    if (!mailbox) return;
    try {
      const { whole } = await mailbox.hand(feedbackMail(message));
      setHanded({ message, whole });
    } catch (failure) {
      form.setError('root', { message: sentence(failure) });
    }
  };

  if (handed && mailbox) {
    return (
      <section className={styles['form']} aria-labelledby={`${id}-thanks`}>
        <h2 id={`${id}-thanks`} className={t['title']} tabIndex={-1} ref={focusOnMount}>
          Thank you for your feedback
        </h2>
        <HandedOver
          address={mailbox.address}
          body={feedbackMail(handed.message).body}
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
          Submit More Feedback
        </Button>
      </section>
    );
  }

  return (
    <form className={styles['form']} noValidate aria-label="Your Feedback" onSubmit={(event) => void form.handleSubmit(hand)(event)}>
      <fieldset className={styles['sentiments']}>
        <legend>How did it go?</legend>
        {Object.entries(SENTIMENTS).map(([value, { label, detail }]) => (
          <label key={value}>
            <input type="radio" value={value} {...form.register('sentiment')} />
            <span className={t['heading']}>{label}</span>
            <span className={styles['detail']}>{detail}</span>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Your words (optional)"
        rows={6}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <CheckField
        label="Stay anonymous"
        hint={anonymous ? 'We add no address of yours. A mail program shows its own, as with any mail.' : 'Leave an address if you’d like an answer.'}
        {...form.register('anonymous')}
      />
      {!anonymous && (
        <Field
          label="Email (optional)"
          type="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register('email')}
        />
      )}
      {errors.root?.message && <ErrorNote what={errors.root.message} safe="What you wrote is still here." />}
      {!mailbox && <NoMailbox id={`${id}-why`} />}
      <div className={styles['submit']}>
        <Button
          type="submit"
          look="accent"
          busy={isSubmitting}
          disabled={!mailbox || sentiment === ''}
          aria-describedby={mailbox ? `${id}-how` : `${id}-why`}
        >
          Submit Feedback
        </Button>
        {mailbox && (
          <p id={`${id}-how`} className={styles['how']}>
            {sentiment === '' ? 'Choose how it went first.' : 'Opens in your mail program, ready to send.'}
          </p>
        )}
      </div>
    </form>
  );
}
