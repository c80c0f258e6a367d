import { formatPercent } from '../../core/format.ts';
import { sampleFile, sampleImage, samplePicture } from '../../core/sample-files.ts';
import { i18n } from '../../i18n/index.ts';
import { useLedger } from '../../state/ports.ts';
import { cx } from '../../ui/cx.ts';
import { LateImage } from '../../ui/late-image.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import styles from './mechanisms.module.css';

const STEPS = [
  { label: i18n.t('photo'), src: sampleFile('480/rafael-photo') },
  { label: i18n.t('matte'), src: sampleFile('480/rafael-matte') },
  { label: i18n.t('paint'), src: samplePicture('rafael', 'artistic', 480) },
];

/** Shares of the time that a print develops, in per cent. */
const STAGES = [14, 41, 73, 100];

/** Three facts about the product, each shown at work. */
export function Mechanisms() {
  const { photoBytes: sent } = useLedger().totals;
  return (
    <section className={t.section}>
      <h2 className={t.title}>{i18n.t('A studio that fits in a window')}</h2>
      <div className={styles.three}>
        <article>
          <div className={cx(styles.figure, styles.steps)}>
            {STEPS.map(({ label, src }) => (
              <div key={label} className={styles.step}>
                <LateImage src={src} alt="" />
                <span className={styles.tag}>{label}</span>
              </div>
            ))}
          </div>
          <h3 className={t.heading}>{i18n.t('AI-Powered Creation')}</h3>
          <p>{i18n.t('It finds your face, cuts you out and repaints the rest.')}</p>
        </article>
        <article>
          <div className={cx(styles.figure, styles.ledger)}>
            <Trans
              id="Photo bytes sent <b>{sent}</b>"
              values={{ sent }}
              components={{ b: <b className={t.display} /> }}
            />
          </div>
          <h3 className={t.heading}>{i18n.t('Privacy Guaranteed')}</h3>
          <p>{i18n.t('Photos stay here unless you connect an engine.')}</p>
        </article>
        <article>
          <div className={cx(styles.figure, styles.stages)}>
            {STAGES.map((stage) => (
              <div key={stage} className={styles.stage} data-stage={stage}>
                <LateImage {...sampleImage('mara', 'artistic', '320px')} alt="" />
                <span className={styles.tag}>{formatPercent(stage / 100)}</span>
              </div>
            ))}
          </div>
          <h3 className={t.heading}>{i18n.t('Lightning Fast')}</h3>
          <p>{i18n.t('No queue and no upload.')}</p>
        </article>
      </div>
    </section>
  );
}
