import { MINTING_GUIDE } from '../../content/minting.ts';
import { t } from '../../i18n/index.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './nft-guide.module.css';

/** /nft-guide: what a creator owns after minting, and how to show it. */
export const NftGuideScreen = () => (
  <article className={cx(ui.page, ui.whole)}>
    <header className={cx(ui.stack5, styles.head)}>
      <h1 className={ui.title}>{MINTING_GUIDE.title}</h1>
      <p className={ui.lead}>{MINTING_GUIDE.lead}</p>
    </header>
    <div className={ui.article}>
      <nav className={cx(ui.contents, ui.stack6)} aria-label={t('Contents')}>
        <ol>
          {MINTING_GUIDE.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
        <ButtonLink to="/nft-minting" variant="accent" wide>
          {t('Mint an avatar')}
        </ButtonLink>
      </nav>
      <div>
        {MINTING_GUIDE.sections.map(({ id, title, paragraphs, steps }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
            <h2 id={`${id}-title`} className={ui.heading}>
              {title}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {steps && (
              <ol className={cx(ui.stack3, styles.steps)}>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            )}
          </section>
        ))}
        <p className={cx(ui.wrap5, styles.actions)}>
          <TextLink to="/nft-minting">{t('Mint an avatar')}</TextLink>
          <TextLink to="/dashboard">{t('Dashboard')}</TextLink>
          <TextLink to="/contact">{t('Contact')}</TextLink>
        </p>
      </div>
    </div>
  </article>
);
