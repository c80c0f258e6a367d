import { sampleFile, sampleImage, samplePicture } from '../../core/sample-files.ts';
import { i18n } from '../../i18n/index.ts';
import type { RequestPurpose } from '../../ports/requests.ts';
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

const REQUESTS: readonly { purpose: RequestPurpose; verb: string; label: string }[] = [
  { purpose: 'app', verb: 'GET', label: i18n.t('app, fonts, models') },
  { purpose: 'chain', verb: 'RPC', label: i18n.t('latest blockhash') },
  { purpose: 'chain', verb: 'RPC', label: i18n.t('send transaction') },
  { purpose: 'chain', verb: 'RPC', label: i18n.t('signature status') },
];

const Row = ({ purpose, verb, label }: (typeof REQUESTS)[number]) => (
  <tr>
    <td className={t.quiet}>{verb}</td>
    <td>{label}</td>
    <td>{useLedger().byPurpose[purpose].photoBytes}</td>
  </tr>
);

function Ledger() {
  const { photoBytes: sent } = useLedger().totals;
  return (
    <div className={cx(styles.figure, styles.ledger)}>
      <table>
        <caption>{i18n.t('Photo bytes in each kind of request')}</caption>
        <tbody>
          {REQUESTS.map((request) => (
            <Row key={request.label} {...request} />
          ))}
        </tbody>
      </table>
      <p>
        <Trans
          id="Photo bytes sent <b>{sent}</b>"
          values={{ sent }}
          components={{ b: <b className={t.display} /> }}
        />
      </p>
    </div>
  );
}

/** Three facts about the product, each shown at work. */
export const Mechanisms = () => (
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
        <p>
          {i18n.t(
            'It finds the face, cuts the person from the background, then repaints both. One look at the photo serves all six styles.',
          )}
        </p>
      </article>
      <article>
        <Ledger />
        <h3 className={t.heading}>{i18n.t('Privacy Guaranteed')}</h3>
        <p>
          {i18n.t(
            'Your photo is read by this window and by nothing else. Every request the app makes is listed, with the photo bytes it carried.',
          )}
        </p>
      </article>
      <article>
        <div className={cx(styles.figure, styles.stages)}>
          {STAGES.map((stage) => (
            <div key={stage} className={styles.stage} data-stage={stage}>
              <LateImage {...sampleImage('mara', 'artistic', '320px')} alt="" />
              <span className={styles.tag}>{i18n.t('{percent} %', { percent: stage })}</span>
            </div>
          ))}
        </div>
        <h3 className={t.heading}>{i18n.t('Lightning Fast')}</h3>
        <p>
          {i18n.t(
            'No queue and no upload. Pictures develop in front of you, from blurred to sharp, and you can stop at any frame.',
          )}
        </p>
      </article>
    </div>
  </section>
);
