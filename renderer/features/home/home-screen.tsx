import { CLAIMS, isSample } from '../../content/claims.ts';
import { sampleFile, sampleImage } from '../../core/sample-files.ts';
import type { SamplePerson } from '../../core/sample-people.ts';
import { STYLE_LABELS, type StandardStyleId } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import { useLedger } from '../../state/ports.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Film, Frame } from '../../ui/film.tsx';
import { LateImage } from '../../ui/late-image.tsx';
import layout from '../../ui/layout.module.css';
import film from '../../ui/on-film.module.css';
import { Print } from '../../ui/print.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import { DropPhoto } from './drop-photo.tsx';
import { HeroPicture } from './hero-picture.tsx';
import styles from './home.module.css';
import { Mechanisms } from './mechanisms.tsx';

const STYLE_TILES = [
  { style: 'professional', person: 'mara' },
  { style: 'artistic', person: 'leila' },
  { style: 'minimalist', person: 'kenji' },
  { style: 'creative', person: 'finn' },
] as const;

/** Sample content of the specification. No customer said this, and it is marked so. */
const TESTIMONIALS = [
  {
    person: 'leila',
    style: 'modern',
    words: i18n.t('One photo, twelve pictures, and I use them all.'),
    who: i18n.t('Leila H., illustrator'),
  },
  {
    person: 'kenji',
    style: 'professional',
    words: i18n.t('Now our team looks as if one photographer had met us all.'),
    who: i18n.t('Kenji M., engineering lead'),
  },
  {
    person: 'rafael',
    style: 'creative',
    words: i18n.t('I paid, counted to two, and it was confirmed.'),
    who: i18n.t('Rafael O., collector'),
  },
] as const;

/** The closing contact sheet, in the order of its frames. */
const CLOSING_SHEET = [
  'amara-artistic',
  'kenji-creative',
  'mara-minimalist',
  'finn-modern',
  'rafael-professional',
  'leila-creative',
  'harjit-artistic',
  'ingrid-minimalist',
  'walter-creative',
  'mara-professional',
  'ruth-artistic',
  'arjun-minimalist',
  'rafael-artistic',
  'ingrid-creative',
  'leila-professional',
  'theo-minimalist',
  'finn-professional',
  'kenji-modern',
] as const satisfies readonly `${SamplePerson}-${StandardStyleId}`[];

const Closing = () => (
  <section className={cx(film['on-film'], styles.closing)}>
    <div className={styles.inner}>
      <div>
        <h2 className={t.title}>{i18n.t('Ready when you are.')}</h2>
        <p className={t.lead}>{i18n.t('Previews are free.')}</p>
        <div className={cx(styles.actions, styles.calls)}>
          <ButtonLink to="/customize" variant="accent">
            {i18n.t('Start Creating')}
          </ButtonLink>
          <ButtonLink to="/pricing">{i18n.t('See Pricing')}</ButtonLink>
        </div>
        <p className={styles.pay}>
          <TextLink to="/payment">{i18n.t('Go to payment')}</TextLink>
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

const Testimonials = () => (
  <section className={t.section}>
    <div className={layout.row}>
      <h2 className={t.title}>{i18n.t('What people could say')}</h2>
      {isSample('people') && <SampleMark words={i18n.t('Sample: drawn people, example words')} />}
    </div>
    <div className={styles.quotes}>
      {TESTIMONIALS.map(({ person, style, words, who }) => (
        <figure key={person}>
          <Print
            {...sampleImage(person, style, '(max-width: 560px) 150px, 280px')}
            alt=""
            loading="lazy"
          />
          <div>
            <blockquote>{i18n.t('“{words}”', { words })}</blockquote>
            <figcaption>{who}</figcaption>
          </div>
        </figure>
      ))}
    </div>
  </section>
);

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
          {i18n.t('Add one photo. Get avatars that look like you, made on your own device.')}
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
    <div className={layout.row}>
      <h2 className={t.title}>
        <Trans id="Your face, kept.<br/>Everything else, chosen." components={{ br: <br /> }} />
      </h2>
    </div>
    <Film label={i18n.t('Styles')} whole>
      {STYLE_TILES.map(({ style, person }, index) => (
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
        </Frame>
      ))}
    </Film>
    <dl className={cx(layout.stats, styles.stats)}>
      {CLAIMS.statistics.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={t.title}>{value}</dd>
        </div>
      ))}
    </dl>
    {isSample('statistics') && <SampleMark />}
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
