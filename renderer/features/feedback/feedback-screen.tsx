import { CLAIMS } from '../../content/claims.ts';
import { COMMUNITY_IMPACT } from '../../content/feedback.ts';
import { i18n } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import { FeedbackForm } from './feedback-form.tsx';
import styles from './feedback.module.css';

const CommunityImpact = () => (
  <aside className={styles.impact} aria-labelledby="impact">
    <h2 id="impact" className={t.heading}>
      {COMMUNITY_IMPACT.title}
    </h2>
    <p className={t.quiet}>{COMMUNITY_IMPACT.text}</p>
    <dl>
      {CLAIMS.communityImpact.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={t.title}>{value}</dd>
        </div>
      ))}
    </dl>
    <p className={t.small}>
      <Trans
        id="Need an answer? <link>Contact Support</link>"
        components={{ link: <TextLink to="/contact" /> }}
      />
    </p>
  </aside>
);

/** /feedback */
export const FeedbackScreen = () => (
  <div className={cx(t.page, styles.place)}>
    <header>
      <h1 className={t.title}>{i18n.t('Your Feedback')}</h1>
      <p className={t.lead}>{i18n.t('One tap is enough. Words help more.')}</p>
    </header>
    <div className={styles.columns}>
      <FeedbackForm />
      <CommunityImpact />
    </div>
  </div>
);
