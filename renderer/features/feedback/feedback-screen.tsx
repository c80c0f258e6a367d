import { useWatch } from 'react-hook-form';

import { CLAIMS, isSample } from '../../content/claims.ts';
import { feedbackSchema } from '../../core/validation.ts';
import { t } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useSettings } from '../../state/settings.ts';
import { TextLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { CheckField, EmailField, TextAreaField } from '../../ui/field.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { MessageForm, MessagePage, useKeptForm } from '../forms/index.ts';
import styles from './feedback.module.css';

const SENTIMENTS = {
  positive: { label: t('Positive'), detail: t('It did what I hoped') },
  negative: { label: t('Negative'), detail: t('Something was in the way') },
} as const;

const EMPTY = { sentiment: '', text: '', anonymous: true, email: '' };

/** The form, and the thanks after it is sent. */
function FeedbackForm() {
  const { config } = usePorts();
  const { email } = useSettings();
  const kept = useKeptForm('feedback', feedbackSchema, { ...EMPTY, email });
  const { register, control, formState } = kept.form;
  const { errors } = formState;
  const [sentiment, anonymous] = useWatch({ control, name: ['sentiment', 'anonymous'] });
  const nameless =
    config.supportEndpoint === undefined
      ? t('We don’t add your address, but your email program shows it, as with any email.')
      : t('No address of yours goes with it.');
  return (
    <MessageForm
      label={t('Your Feedback')}
      kept={kept}
      content={(message) => ({ kind: 'feedback', ...message })}
      sentTitle={t('Thank you for your feedback')}
      againLabel={t('Submit More Feedback')}
      submitLabel={t('Submit Feedback')}
      missing={sentiment === '' ? t('Choose how it went.') : undefined}
    >
      <fieldset className={styles.sentiments}>
        <legend>{t('How did it go?')}</legend>
        {Object.entries(SENTIMENTS).map(([value, { label, detail }]) => (
          <label key={value} className={ui.card}>
            <input className={ui.cover} type="radio" value={value} {...register('sentiment')} />
            <span className={ui.heading}>{label}</span>
            <span className={styles.detail}>{detail}</span>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={t('Your words (optional)')}
        rows={6}
        error={errors.text?.message}
        {...register('text')}
      />
      <CheckField
        label={t('Stay anonymous')}
        hint={anonymous ? nameless : t('Leave an address if you’d like an answer.')}
        // The page rendered at build shows it ticked as well.
        defaultChecked={EMPTY.anonymous}
        {...register('anonymous')}
      />
      {!anonymous && (
        <EmailField
          label={t('Email (optional)')}
          error={errors.email?.message}
          {...register('email')}
        />
      )}
    </MessageForm>
  );
}

const CommunityImpact = () => (
  <aside className={styles.impact} aria-labelledby="impact">
    <h2 id="impact" className={ui.heading}>
      {t('Community Impact')}
    </h2>
    <dl>
      {CLAIMS.communityImpact.map(({ value, label }) => (
        <Fact key={label} name={label} className={ui.title}>
          {value}
        </Fact>
      ))}
    </dl>
    {isSample('communityImpact') && <SampleMark />}
  </aside>
);

/** /feedback */
export const FeedbackScreen = () => (
  <MessagePage
    title={t('Your Feedback')}
    lead={
      <Trans
        id="Need an answer? <link>Contact Support</link>"
        components={{ link: <TextLink to="/contact" /> }}
      />
    }
    last
  >
    <FeedbackForm />
    <CommunityImpact />
  </MessagePage>
);
