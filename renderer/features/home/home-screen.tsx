import { useSetAtom } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

import { CLAIMS, isSample } from '../../content/claims.ts';
import { sampleFile, sampleImage, samplePicture } from '../../core/sample-files.ts';
import type { SamplePerson } from '../../core/sample-people.ts';
import { STYLE_LABELS, type StandardStyleId } from '../../core/styles.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import { addPhotosAtom, pickedFiles } from '../../state/add-photos.ts';
import { useLedger } from '../../state/ports.ts';
import { Anchor, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Film, Frame } from '../../ui/film.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { LateImage } from '../../ui/late-image.tsx';
import { Print } from '../../ui/print.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans, VisuallyHidden } from '../../ui/text.tsx';
import drop from './drop-photo.module.css';
import { HeroPicture } from './hero-picture.tsx';
import styles from './home.module.css';
import mechanisms from './mechanisms.module.css';

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
    words: t('One photo, twelve pictures, and I use them all.'),
    who: t('Leila H., illustrator'),
  },
  {
    person: 'kenji',
    style: 'professional',
    words: t('Now our team looks as if one photographer had met us all.'),
    who: t('Kenji M., engineering lead'),
  },
  {
    person: 'rafael',
    style: 'creative',
    words: t('I paid, counted to two, and it was confirmed.'),
    who: t('Rafael O., collector'),
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
  <section className={ui['on-film']}>
    <div className={styles.inner}>
      <div>
        <h2 className={ui.title}>{t('Ready when you are.')}</h2>
        <p className={ui.lead}>{t('Previews are free.')}</p>
        <div className={styles.actions}>
          <ButtonLink to="/customize" variant="accent">
            {t('Start Creating')}
          </ButtonLink>
          <ButtonLink to="/pricing">{t('See the plans')}</ButtonLink>
        </div>
        <p className={styles.pay}>
          <TextLink to="/payment">{t('Go to payment')}</TextLink>
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
  <section className={ui.section}>
    <div className={ui.row}>
      <h2 className={ui.title}>{t('What people could say')}</h2>
      {isSample('people') && <SampleMark words={t('Sample: drawn people, example words')} />}
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
            <blockquote>{t('“{words}”', { words })}</blockquote>
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
    <section className={cx(ui.page, styles.hero)}>
      <div className={styles.words}>
        <h1 className={ui.hero}>
          <Trans id="Sit once.<br/>Be seen<br/><em>six</em> ways." />
        </h1>
        <p className={ui.lead}>
          {t('Add one photo. Get avatars that look like you, made on your own device.')}
        </p>
        <div className={styles.actions}>
          <ButtonLink to="/customize" variant="accent">
            {t('Start Creating')}
          </ButtonLink>
          <ButtonLink to="/explore">{t('View Examples')}</ButtonLink>
        </div>
        <p className={styles.sent}>
          <span className={ui.quiet}>{t('Photo bytes sent')}</span> <b>{sent}</b>
          <TextLink to="/trust-security">{t('See the live ledger')}</TextLink>
        </p>
      </div>
      <DropPhoto>
        <HeroPicture />
      </DropPhoto>
    </section>
  );
}

const Styles = () => (
  <section className={ui.section}>
    <div className={ui.row}>
      <h2 className={ui.title}>
        <Trans id="Your face, kept.<br/>Everything else, chosen." />
      </h2>
    </div>
    <Film label={t('Styles')} whole>
      {STYLE_TILES.map(({ style, person }, index) => (
        <Frame
          key={style}
          number={index + 1}
          edge={STYLE_LABELS[style].toUpperCase()}
          picture={
            <Anchor
              to={`/customize?style=${style}`}
              aria-label={t('Try {style}', { style: STYLE_LABELS[style] })}
            >
              <LateImage {...sampleImage(person, style, '(max-width: 560px) 46vw, 300px')} alt="" />
            </Anchor>
          }
        >
          <h3 className={ui.caption}>{STYLE_LABELS[style]}</h3>
        </Frame>
      ))}
    </Film>
    <dl className={cx(ui.stats, styles.stats)}>
      {CLAIMS.statistics.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={ui.title}>{value}</dd>
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

const STEPS = [
  { label: t('photo'), src: sampleFile('480/rafael-photo') },
  { label: t('matte'), src: sampleFile('480/rafael-matte') },
  { label: t('paint'), src: samplePicture('rafael', 'artistic', 480) },
];

/** Shares of the time that a print develops, in per cent. */
const STAGES = [14, 41, 73, 100];

/** Three facts about the product, each shown at work. */
function Mechanisms() {
  const { photoBytes: sent } = useLedger().totals;
  return (
    <section className={ui.section}>
      <h2 className={ui.title}>{t('A studio that fits in a window')}</h2>
      <div className={mechanisms.three}>
        <article>
          <div className={cx(mechanisms.figure, mechanisms.steps)}>
            {STEPS.map(({ label, src }) => (
              <div key={label} className={mechanisms.step}>
                <LateImage src={src} alt="" />
                <span className={mechanisms.tag}>{label}</span>
              </div>
            ))}
          </div>
          <h3 className={ui.heading}>{t('AI-Powered Creation')}</h3>
          <p>{t('It finds your face, cuts you out and repaints the rest.')}</p>
        </article>
        <article>
          <div className={cx(mechanisms.figure, mechanisms.ledger)}>
            <Trans
              id="Photo bytes sent <b>{sent}</b>"
              values={{ sent }}
              components={{ b: <b className={ui.display} /> }}
            />
          </div>
          <h3 className={ui.heading}>{t('Privacy Guaranteed')}</h3>
          <p>{t('Photos stay here unless you connect an engine.')}</p>
        </article>
        <article>
          <div className={cx(mechanisms.figure, mechanisms.stages)}>
            {STAGES.map((stage) => (
              <div key={stage} className={mechanisms.stage} data-stage={stage}>
                <LateImage {...sampleImage('mara', 'artistic', '320px')} alt="" />
                <span className={mechanisms.tag}>{formatPercent(stage / 100)}</span>
              </div>
            ))}
          </div>
          <h3 className={ui.heading}>{t('Lightning Fast')}</h3>
          <p>{t('No queue and no upload.')}</p>
        </article>
      </div>
    </section>
  );
}

/** Takes dropped or picked photos and opens Customize, which also says what is wrong with one. */
function DropPhoto({ children }: { readonly children: ReactNode }) {
  const add = useSetAtom(addPhotosAtom);
  const navigate = useNavigate();
  const [over, setOver] = useState(false);

  const take = (files: FileList | null): void => {
    const picked = pickedFiles(files);
    if (picked.length === 0) return;
    void add(picked);
    void navigate('/customize');
  };

  return (
    <div
      className={cx(drop.place, over && drop.over)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {children}
      <label className={drop.drop}>
        <UploadIcon size={20} strokeWidth={1.7} aria-hidden="true" />
        <span data-mouse>
          {over ? t('Let go: it stays on this device') : t('Drop your photo here')}
        </span>
        <span data-touch>{t('Choose your photo')}</span>
        <VisuallyHidden>{t('PNG, JPG up to 10MB')}</VisuallyHidden>
        <input
          className={ui.cover}
          type="file"
          accept="image/*"
          multiple
          onChange={(event) => take(event.target.files)}
        />
      </label>
    </div>
  );
}
