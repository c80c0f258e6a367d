import { CLAIMS } from '../../content/claims.ts';
import { CONTACT } from '../../content/contact.ts';
import { FAQ } from '../../content/faq.ts';
import { samplePicture } from '../../core/sample-files.ts';
import { i18n } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Print } from '../../ui/print.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';
import { useMailbox } from '../forms/index.ts';
import { ExternalLink } from '../shell/index.ts';
import { ContactForm } from './contact-form.tsx';
import styles from './contact.module.css';

function ContactInfo() {
  const mailbox = useMailbox();
  return (
    <aside className={styles.info} aria-label={i18n.t('Contact information')}>
      <Print
        className={styles.picture}
        src={samplePicture('finn', 'realistic')}
        alt=""
        width={640}
        height={640}
      />
      <dl>
        {mailbox && (
          <div>
            <dt>{CONTACT.mailboxTitle}</dt>
            <dd>
              <ExternalLink href={`mailto:${mailbox.address}`}>{mailbox.address}</ExternalLink>
            </dd>
          </div>
        )}
        <div>
          <dt>{CONTACT.responseTitle}</dt>
          <dd>{i18n.t('Support replies {supportTime}.', { supportTime: CLAIMS.supportTime })}</dd>
        </div>
        <div>
          <dt>{i18n.t('Just want to tell us something?')}</dt>
          <dd>
            <TextLink to="/feedback">{i18n.t('Give feedback')}</TextLink>
          </dd>
        </div>
      </dl>
    </aside>
  );
}

/** /contact */
export const ContactScreen = () => (
  <>
    <div className={cx(t.page, styles.place)}>
      <header>
        <h1 className={t.title}>{CONTACT.title}</h1>
        <p className={t.lead}>{CONTACT.lead}</p>
      </header>
      <div className={styles.columns}>
        <ContactForm />
        <ContactInfo />
      </div>
    </div>
    <section className={cx(t.section, styles.faq)} aria-labelledby="faq">
      <h2 id="faq" className={t.title}>
        {CONTACT.faqTitle}
      </h2>
      <div>
        {FAQ.map(({ id, question, answer }) => (
          <details key={id} name="faq" open={id === FAQ[0]?.id}>
            <summary>
              <h3 className={t.caption}>{question}</h3>
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
