import { CONTACT_SUBJECTS, contactSchema } from '../../core/validation.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { settingsAtom } from '../../state/settings.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { MessageForm, useKeptForm } from '../forms/index.ts';

const EMPTY = { subject: '', email: '', message: '' };

/** The form, and 'Message Sent!' after it is sent. */
export function ContactForm() {
  const { email } = useAtomValue(settingsAtom);
  const kept = useKeptForm('contact', contactSchema, { ...EMPTY, email });
  const { register, formState } = kept.form;
  const { errors } = formState;
  return (
    <MessageForm
      label="Contact Support"
      kept={kept}
      content={(message) => ({ kind: 'contact', ...message })}
      sentTitle="Message Sent!"
      againLabel="Send Another Message"
      submitLabel="Send Message"
    >
      <SelectField label="Subject" error={errors.subject?.message} {...register('subject')}>
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
        {...register('email')}
      />
      <TextAreaField
        label="Message"
        rows={8}
        hint="For a payment, add the transaction’s signature. Never a recovery phrase."
        error={errors.message?.message}
        {...register('message')}
      />
    </MessageForm>
  );
}
