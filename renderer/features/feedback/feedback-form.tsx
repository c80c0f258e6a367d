import { useWatch } from 'react-hook-form';

import { SENTIMENTS } from '../../content/feedback.ts';
import { feedbackSchema } from '../../core/validation.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { settingsAtom } from '../../state/settings.ts';
import cover from '../../ui/cover.module.css';
import { CheckField, Field, TextAreaField } from '../../ui/field.tsx';
import t from '../../ui/type.module.css';
import { MessageForm, useKeptForm } from '../forms/index.ts';
import styles from './feedback.module.css';

const EMPTY = { sentiment: '', text: '', anonymous: true, email: '' };

/** The form, and the thanks after it is sent. */
export function FeedbackForm() {
  const { config } = usePorts();
  const { email } = useAtomValue(settingsAtom);
  const kept = useKeptForm('feedback', feedbackSchema, { ...EMPTY, email });
  const { register, control, formState } = kept.form;
  const { errors } = formState;
  const [sentiment, anonymous] = useWatch({ control, name: ['sentiment', 'anonymous'] });
  const nameless =
    config.supportEndpoint === undefined
      ? 'We add no address of yours. A mail program shows its own, as with any mail.'
      : 'No address of yours goes with it.';
  return (
    <MessageForm
      label="Your Feedback"
      kept={kept}
      content={(message) => ({ kind: 'feedback', ...message })}
      sentTitle="Thank you for your feedback"
      againLabel="Submit More Feedback"
      submitLabel="Submit Feedback"
      missing={sentiment === '' ? 'Choose how it went first.' : undefined}
    >
      <fieldset className={styles.sentiments}>
        <legend>How did it go?</legend>
        {Object.entries(SENTIMENTS).map(([value, { label, detail }]) => (
          <label key={value}>
            <input className={cover.cover} type="radio" value={value} {...register('sentiment')} />
            <span className={t.heading}>{label}</span>
            <span className={styles.detail}>{detail}</span>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Your words (optional)"
        rows={6}
        error={errors.text?.message}
        {...register('text')}
      />
      <CheckField
        label="Stay anonymous"
        hint={anonymous ? nameless : 'Leave an address if you’d like an answer.'}
        {...register('anonymous')}
      />
      {!anonymous && (
        <Field
          label="Email (optional)"
          type="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          error={errors.email?.message}
          {...register('email')}
        />
      )}
    </MessageForm>
  );
}
