import { CLOSING_SHEET } from '../../content/home.ts';
import { sampleFile } from '../../core/sample-files.ts';
import { i18n } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import film from '../../ui/on-film.module.css';
import { TextLink } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import styles from './closing.module.css';
import home from './home.module.css';

export const Closing = () => (
  <section className={cx(film['on-film'], styles.closing)}>
    <div className={styles.inner}>
      <div>
        <h2 className={t.title}>{i18n.t('Your seat is waiting.')}</h2>
        <p className={t.lead}>
          {i18n.t('Previews cost nothing. You pay when a picture is worth keeping.')}
        </p>
        <div className={cx(home.actions, styles.actions)}>
          <ButtonLink to="/customize" variant="accent">
            {i18n.t('Start Creating')}
          </ButtonLink>
          <ButtonLink to="/pricing">{i18n.t('See Pricing')}</ButtonLink>
        </div>
        <p className={styles.pay}>
          <Trans
            id="Already decided? <link>Go to payment</link>"
            components={{ link: <TextLink to="/payment" /> }}
          />
        </p>
      </div>
      <div className={styles.sheet} aria-hidden="true">
        {CLOSING_SHEET.map((avatar, index) => (
          <div key={avatar}>
            <img src={sampleFile(`256/${avatar}`)} alt="" loading="lazy" width={256} height={256} />
            {index + 1}
            {index % 2 === 1 && 'A'}
          </div>
        ))}
      </div>
    </div>
  </section>
);
