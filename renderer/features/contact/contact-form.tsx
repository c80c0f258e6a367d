import { CONTACT_SUBJECTS, contactSchema } from '../../core/validation.ts';
import { i18n } from '../../i18n/index.ts';
import { useSettings } from '../../state/settings.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { MessageForm, useKeptForm } from '../forms/index.ts';

const EMPTY = { subject: '', email: '', message: '' };

/** The form, and 'Message Sent!' after it is sent. */
export function ContactForm() {
  const { email } = useSettings();
  const kept = useKeptForm('contact', contactSchema, { ...EMPTY, email });
  const { register, formState } = kept.form;
  const { errors } = formState;
  return (
    <MessageForm
      label={i18n.t('Contact Support')}
      kept={kept}
      content={(message) => ({ kind: 'contact', ...message })}
      sentTitle={i18n.t('Message Sent!')}
      againLabel={i18n.t('Send Another Message')}
      submitLabel={i18n.t('Send Message')}
    >
      <SelectField
        label={i18n.t('Subject')}
        error={errors.subject?.message}
        {...register('subject')}
      >
        <option value="">{i18n.t('Choose a subject')}</option>
        {Object.entries(CONTACT_SUBJECTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field
        label={i18n.t('Email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextAreaField
        label={i18n.t('Message')}
        rows={8}
        hint={i18n.t('For a payment, add the transaction’s signature. Never a recovery phrase.')}
        error={errors.message?.message}
        {...register('message')}
      />
    </MessageForm>
  );
}
