import { CLAIMS, isSample } from '../../content/claims.ts';
import { samplePicture } from '../../core/sample-files.ts';
import { t } from '../../i18n/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Print } from '../../ui/print.tsx';
import { SampleMark } from '../../ui/sample-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './about.module.css';

/** The texts of the About page. The statistics it claims are in claims.ts. */
const MISSION = [
  t(
    'You need a good picture more often than you have one taken. Most tools that help ask you to hand over your face.',
  ),
  t('So the studio runs on your device. We don’t ask who you are and never receive your photo.'),
];

/** Invented, and marked as samples wherever shown, until the owner adds real people. */
const TEAM = [
  {
    name: 'Amara Osei',
    role: t('Founder, pictures'),
    about: t('Spent ten years in a darkroom and still judges a rendering at arm’s length.'),
    person: 'amara',
  },
  {
    name: 'Kenji Mori',
    role: t('Engine'),
    about: t('Makes neural networks small enough to live in a browser tab.'),
    person: 'kenji',
  },
  {
    name: 'Leila Haddad',
    role: t('Payments and trust'),
    about: t('Reads transactions for pleasure. Keeps the number of photo bytes sent at zero.'),
    person: 'leila',
  },
] as const;

const VALUES = [
  {
    title: t('Privacy First'),
    text: t(
      'What we never receive, we can’t lose, sell or be asked for. We prefer designs that need no promise.',
    ),
  },
  {
    title: t('Innovation'),
    text: t(
      'We use new methods where they make a better picture or ask less of you, and say plainly what they can’t do.',
    ),
  },
  {
    title: t('Community'),
    text: t(
      'What people tell us decides what we build next. Feedback is read by those who can act on it.',
    ),
  },
  {
    title: t('Excellence'),
    text: t(
      'A portrait is right when the person says “that’s me”. The engine measures likeness in every picture it makes.',
    ),
  },
] as const;

const ROADMAP_STATUS = {
  completed: { words: t('Completed'), tone: 'good' },
  'in-progress': { words: t('In progress'), tone: 'careful' },
  upcoming: { words: t('Upcoming'), tone: 'quiet' },
} as const;

const ROADMAP = [
  {
    quarter: '2024 Q1',
    event: t('Six styles and six backgrounds, on your own device'),
    status: 'completed',
  },
  {
    quarter: '2024 Q2',
    event: t('Plans paid in SOL, checked on the chain'),
    status: 'completed',
  },
  { quarter: '2024 Q3', event: t('Minting on Solana and Polygon'), status: 'completed' },
  {
    quarter: '2024 Q4',
    event: t('Signed installers of the desktop app'),
    status: 'in-progress',
  },
  {
    quarter: '2025 Q1',
    event: t('Living avatars, video, banners and white label; API access and bulk processing'),
    status: 'completed',
  },
  { quarter: '2025 Q2', event: t('Tests on Safari and iOS'), status: 'upcoming' },
] as const;

/** Six quarters on one line: solid for the past, dashed for the future. */
const Roadmap = () => (
  <section className={ui.section} aria-labelledby="roadmap">
    <div className={ui.row}>
      <h2 id="roadmap" className={ui.title}>
        {t('Roadmap')}
      </h2>
      {isSample('people') && <SampleMark words={t('Sample: an example plan and its dates')} />}
    </div>
    <ol className={styles.roadmap}>
      {ROADMAP.map(({ quarter, event, status }) => (
        <li key={quarter} className={cx(status !== 'completed' && styles[status])}>
          <p className={styles.quarter}>{quarter}</p>
          <p className={ui.caption}>{event}</p>
          <Badge tone={ROADMAP_STATUS[status].tone}>{ROADMAP_STATUS[status].words}</Badge>
        </li>
      ))}
    </ol>
  </section>
);

const Mission = () => (
  <section className={cx(ui.page, styles.mission)} aria-labelledby="mission">
    <div>
      <h1 className={styles.eyebrow}>{t('About Likeness: our mission')}</h1>
      <h2 id="mission" className={ui.hero}>
        {t('Your face isn’t data.')}
      </h2>
      {MISSION.map((paragraph) => (
        <p key={paragraph} className={ui.lead}>
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
  <div className={ui.page}>
    <dl className={cx(ui.stats, styles.stats)}>
      {CLAIMS.aboutStatistics.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={ui.title}>{value}</dd>
        </div>
      ))}
    </dl>
    {isSample('aboutStatistics') && <SampleMark />}
  </div>
);

const Values = () => (
  <section className={cx(ui.section, ui.side)} aria-labelledby="values">
    <h2 id="values" className={ui.title}>
      {t('What we hold to')}
    </h2>
    <ul className={styles.values}>
      {VALUES.map(({ title, text }) => (
        <li key={title}>
          <h3 className={ui.heading}>{title}</h3>
          <p className={ui.quiet}>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Team = () => (
  <section className={ui.section} aria-labelledby="team">
    <div className={ui.row}>
      <h2 id="team" className={ui.title}>
        {t('The team')}
      </h2>
      {isSample('people') && <SampleMark words={t('Sample: drawn people, invented names')} />}
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
          <h3 className={ui.heading}>{name}</h3>
          <p>{role}</p>
          <p className={ui.quiet}>{about}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Vision = () => (
  <section className={cx(ui['on-film'], styles.vision)} aria-labelledby="vision">
    <div className={ui.page}>
      <p className={styles.eyebrow}>{t('Our vision')}</p>
      <h2 id="vision" className={ui.title}>
        {t('A picture of you should begin and end with you.')}
      </h2>
      <p className={ui.lead}>
        {t(
          'We picture a web where your face is yours to lend: made into what you need, on a device you hold, under a key you own. Likeness is our proof that this can also be quick and beautiful.',
        )}
      </p>
      <div className={cx(ui.wrap3, styles.actions)}>
        <ButtonLink to="/customize" variant="accent">
          {t('Start Creating')}
        </ButtonLink>
        <ButtonLink to="/trust-security">{t('See how it’s kept')}</ButtonLink>
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
