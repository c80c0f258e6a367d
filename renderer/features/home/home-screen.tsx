import { CLAIMS } from '../../content/claims.ts';
import { STYLE_TILES } from '../../content/home.ts';
import { sampleImage } from '../../core/sample-files.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import { useLedger } from '../../state/ports.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Film, Frame } from '../../ui/film.tsx';
import { LateImage } from '../../ui/late-image.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import { Closing } from './closing.tsx';
import { DropPhoto } from './drop-photo.tsx';
import { HeroPicture } from './hero-picture.tsx';
import styles from './home.module.css';
import { Mechanisms } from './mechanisms.tsx';
import { Testimonials } from './testimonials.tsx';

function Hero() {
  const { photoBytes: sent } = useLedger().totals;
  return (
    <section className={cx(t.page, styles.hero)}>
      <div className={styles.words}>
        <h1 className={t.hero}>
          <Trans
            id="Sit once.<br/>Be seen<br/><em>six</em> ways."
            components={{ br: <br />, em: <em /> }}
          />
        </h1>
        <p className={t.lead}>
          {i18n.t(
            'Add one photo. Likeness develops it into avatars on your own device, in six styles that still look like you.',
          )}
        </p>
        <div className={styles.actions}>
          <ButtonLink to="/customize" variant="accent">
            {i18n.t('Start Creating')}
          </ButtonLink>
          <ButtonLink to="/explore">{i18n.t('View Examples')}</ButtonLink>
        </div>
        <p className={styles.sent}>
          <span className={t.quiet}>{i18n.t('Photo bytes sent')}</span> <b>{sent}</b>
          <TextLink to="/trust-security">{i18n.t('See the live ledger')}</TextLink>
        </p>
      </div>
      <DropPhoto>
        <HeroPicture />
      </DropPhoto>
    </section>
  );
}

const Styles = () => (
  <section className={t.section}>
    <div className={styles.row}>
      <h2 className={t.title}>
        <Trans id="Your face, kept.<br/>Everything else, chosen." components={{ br: <br /> }} />
      </h2>
      <TextLink to="/explore">{i18n.t('All templates')}</TextLink>
    </div>
    <Film label={i18n.t('Styles')} whole>
      {STYLE_TILES.map(({ style, person, words }, index) => (
        <Frame
          key={style}
          number={index + 1}
          edge={STYLE_LABELS[style].toUpperCase()}
          picture={
            <Anchor
              to={`/customize?style=${style}`}
              aria-label={i18n.t('Try {style}', { style: STYLE_LABELS[style] })}
            >
              <LateImage {...sampleImage(person, style, '(max-width: 560px) 46vw, 300px')} alt="" />
            </Anchor>
          }
        >
          <h3 className={t.caption}>{STYLE_LABELS[style]}</h3>
          <p className={cx(t.quiet, styles.tile)}>{words}</p>
        </Frame>
      ))}
    </Film>
    <dl className={styles.stats}>
      {CLAIMS.statistics.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={t.title}>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

export const HomeScreen = () => (
  <>
    <Hero />
    <Styles />
    <Mechanisms />
    <Testimonials />
    <Closing />
  </>
);
