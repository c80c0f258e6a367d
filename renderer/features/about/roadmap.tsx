import { ROADMAP, ROADMAP_STATUS, type RoadmapStatus } from '../../content/about.ts';
import { i18n } from '../../i18n/index.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import styles from './about.module.css';

const TONES: Record<RoadmapStatus, BadgeProps['tone']> = {
  completed: 'good',
  'in-progress': 'careful',
  upcoming: 'quiet',
};

/** Six quarters on one line: solid for the past, dashed for the future. */
export const Roadmap = () => (
  <section className={t.section} aria-labelledby="roadmap">
    <div className={styles.row}>
      <h2 id="roadmap" className={t.title}>
        {i18n.t('Roadmap')}
      </h2>
      <p className={cx(t.small, t.quiet, t.mono)}>
        {i18n.t('Sample: an example plan and its dates')}
      </p>
    </div>
    <ol className={styles.roadmap}>
      {ROADMAP.map(({ quarter, event, status }) => (
        <li key={quarter} className={cx(status === 'in-progress' && styles['in-progress'])}>
          <p className={styles.quarter}>{quarter}</p>
          <p className={t.caption}>{event}</p>
          <Badge tone={TONES[status]}>{ROADMAP_STATUS[status]}</Badge>
        </li>
      ))}
    </ol>
  </section>
);
