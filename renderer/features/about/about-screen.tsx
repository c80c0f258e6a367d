import {
  MISSION,
  ROADMAP,
  ROADMAP_STATUS,
  TEAM,
  VALUES,
  VISION,
  type RoadmapStatus,
} from '../../content/about.ts';
import { CLAIMS, isSample } from '../../content/claims.ts';
import { samplePicture } from '../../core/sample-files.ts';
import { i18n } from '../../i18n/index.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import film from '../../ui/on-film.module.css';
import { Print } from '../../ui/print.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import t from '../../ui/type.module.css';
import styles from './about.module.css';

const TONES: Record<RoadmapStatus, BadgeProps['tone']> = {
  completed: 'good',
  'in-progress': 'careful',
  upcoming: 'quiet',
};

/** Six quarters on one line: solid for the past, dashed for the future. */
const Roadmap = () => (
  <section className={t.section} aria-labelledby="roadmap">
    <div className={styles.row}>
      <h2 id="roadmap" className={t.title}>
        {i18n.t('Roadmap')}
      </h2>
      {isSample('people') && <SampleMark words={i18n.t('Sample: an example plan and its dates')} />}
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

const Mission = () => (
  <section className={cx(t.page, styles.mission)} aria-labelledby="mission">
    <div>
      <h1 className={styles.eyebrow}>{i18n.t('About Likeness: our mission')}</h1>
      <h2 id="mission" className={t.hero}>
        {MISSION.title}
      </h2>
      {MISSION.text.map((paragraph) => (
        <p key={paragraph} className={t.lead}>
          {paragraph}
        </p>
      ))}
    </div>
    <div className={styles.pair} aria-hidden="true">
      <Print src={samplePicture('rafael', 'realistic')} alt="" width={640} height={640} />
      <Print src={samplePicture('rafael', 'artistic')} alt="" width={640} height={640} />
    </div>
  </section>
);

const Statistics = () => (
  <div className={t.page}>
    <dl className={styles.stats}>
      {CLAIMS.aboutStatistics.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={t.title}>{value}</dd>
        </div>
      ))}
    </dl>
    {isSample('aboutStatistics') && <SampleMark />}
  </div>
);

const Values = () => (
  <section className={cx(t.section, styles.split)} aria-labelledby="values">
    <h2 id="values" className={t.title}>
      {i18n.t('What we hold to')}
    </h2>
    <ul className={styles.values}>
      {VALUES.map(({ title, text }) => (
        <li key={title}>
          <h3 className={t.heading}>{title}</h3>
          <p className={t.quiet}>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Team = () => (
  <section className={t.section} aria-labelledby="team">
    <div className={styles.row}>
      <h2 id="team" className={t.title}>
        {i18n.t('The team')}
      </h2>
      {isSample('people') && <SampleMark words={i18n.t('Sample: drawn people, invented names')} />}
    </div>
    <ul className={styles.team}>
      {TEAM.map(({ name, role, about, person }) => (
        <li key={name}>
          <Print
            src={samplePicture(person, 'professional')}
            alt=""
            loading="lazy"
            width={640}
            height={640}
          />
          <h3 className={t.heading}>{name}</h3>
          <p>{role}</p>
          <p className={t.quiet}>{about}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Vision = () => (
  <section className={cx(film['on-film'], styles.vision)} aria-labelledby="vision">
    <div className={t.page}>
      <p className={styles.eyebrow}>{i18n.t('Our vision')}</p>
      <h2 id="vision" className={t.title}>
        {VISION.title}
      </h2>
      <p className={t.lead}>{VISION.text}</p>
      <div className={styles.actions}>
        <ButtonLink to="/customize" variant="accent">
          {i18n.t('Start Creating')}
        </ButtonLink>
        <ButtonLink to="/trust-security">{i18n.t('See how it’s kept')}</ButtonLink>
      </div>
    </div>
  </section>
);

/** /about */
export const AboutScreen = () => (
  <>
    <Mission />
    <Statistics />
    <Values />
    <Team />
    <Roadmap />
    <Vision />
  </>
);
