import { UNLESS_OWN_ENGINE } from '../../content/brand.ts';
import { CLAIMS, isSample } from '../../content/claims.ts';
import { samplePicture } from '../../core/sample-files.ts';
import { CONTACT_SUBJECTS, contactSchema } from '../../core/validation.ts';
import { t } from '../../i18n/index.ts';
import { useSettings } from '../../state/settings.ts';
import { TextLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { EmailField, Options, SelectField, TextAreaField } from '../../ui/field.tsx';
import { Print } from '../../ui/print.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Unbroken } from '../../ui/text.tsx';
import { MessageForm, MessagePage, useKeptForm, useMailbox } from '../forms/index.ts';
import { ExternalLink } from '../parts/external-link.tsx';
import styles from './contact.module.css';

interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** The Contact page's three questions. */
const FAQ: readonly Question[] = [
  {
    id: 'how-long',
    question: t('How long does it take to get my avatars?'),
    answer: t(
      'Avatars usually take 5-15 minutes, complex animations up to 30. That allows for a full set and for the payment to be verified, which typically takes 1-3 minutes. A single picture develops in seconds, in front of you, because there is no queue.',
    ),
  },
  {
    id: 'refund',
    question: t('Can I get a refund?'),
    answer: t(
      'Yes, within 7 days of paying, without giving a reason: that is the satisfaction guarantee. Write to us with the transaction’s signature and the address to refund to. Apart from that, payments in SOL are final.',
    ),
  },
  {
    id: 'photo',
    question: t('What happens to my photo?'),
    answer: `${t(
      'It never leaves your device. It is deleted as soon as your avatars are done, and after 24 hours at the latest. The live ledger on the Trust & Security page lists every request the app makes and the photo bytes it carried.',
    )} ${UNLESS_OWN_ENGINE}`,
  },
];

const EMPTY = { subject: '', email: '', message: '' };

/** The form, and 'Message Sent!' after it is sent. */
function ContactForm() {
  const { email } = useSettings();
  const kept = useKeptForm('contact', contactSchema, { ...EMPTY, email });
  const { register, formState } = kept.form;
  const { errors } = formState;
  return (
    <MessageForm
      label={t('Contact Support')}
      kept={kept}
      content={(message) => ({ kind: 'contact', ...message })}
      sentTitle={t('Message Sent!')}
      againLabel={t('Send Another Message')}
      submitLabel={t('Send Message')}
    >
      <SelectField label={t('Subject')} error={errors.subject?.message} {...register('subject')}>
        <option value="">{t('Choose a subject')}</option>
        <Options of={Object.entries(CONTACT_SUBJECTS)} />
      </SelectField>
      <EmailField label={t('Email')} error={errors.email?.message} {...register('email')} />
      <TextAreaField
        label={t('Message')}
        rows={8}
        hint={t('For a payment, add the transaction’s signature. Never a recovery phrase.')}
        error={errors.message?.message}
        {...register('message')}
      />
    </MessageForm>
  );
}

function ContactInfo() {
  const mailbox = useMailbox();
  return (
    <aside className={styles.info} aria-label={t('Contact information')}>
      <Print
        className={styles.picture}
        src={samplePicture('finn', 'artistic')}
        alt=""
        width={640}
        height={640}
      />
      <dl>
        {mailbox && (
          <Fact name={t('By email')}>
            <ExternalLink href={`mailto:${mailbox.address}`}>{mailbox.address}</ExternalLink>
          </Fact>
        )}
        <Fact name={t('Response time')}>
          {t('Support replies {supportTime}.', { supportTime: CLAIMS.supportTime })}
          {isSample('promises') && <SampleMark />}
        </Fact>
        <Fact name={t('Just want to tell us something?')}>
          <TextLink to="/feedback">{t('Give feedback')}</TextLink>
        </Fact>
      </dl>
    </aside>
  );
}

/** /contact */
export const ContactScreen = () => (
  <>
    <MessagePage title={t('Contact Support')} lead={t('Tell us what you need. A person reads it.')}>
      <ContactForm />
      <ContactInfo />
    </MessagePage>
    <section className={cx(ui.section, ui.side, styles.faq)} aria-labelledby="faq">
      <h2 id="faq" className={ui.title}>
        {t('Frequently asked questions')}
      </h2>
      <div>
        {FAQ.map(({ id, question, answer }) => (
          <details key={id} name="faq" open={id === FAQ[0]?.id}>
            <summary>
              <h3 className={ui.caption}>{question}</h3>
            </summary>
            <p>
              <Unbroken text={answer} />
            </p>
          </details>
        ))}
      </div>
    </section>
  </>
);
