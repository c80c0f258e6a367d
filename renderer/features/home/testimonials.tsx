import { TESTIMONIALS } from '../../content/home.ts';
import { sampleImage } from '../../core/sample-files.ts';
import { i18n } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Print } from '../../ui/print.tsx';
import t from '../../ui/type.module.css';
import home from './home.module.css';
import styles from './testimonials.module.css';

export const Testimonials = () => (
  <section className={t.section}>
    <div className={home.row}>
      <h2 className={t.title}>{i18n.t('What people could say')}</h2>
      <p className={cx(t.small, t.quiet, t.mono)}>
        {i18n.t('Sample: drawn people, example words')}
      </p>
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
