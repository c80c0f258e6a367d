import type { LargePerson } from '../core/sample-people.ts';
import { i18n } from '../i18n/index.ts';

/** The texts of the About page. The statistics it claims are in claims.ts. */
export const MISSION = {
  title: i18n.t('Your face isn’t data.'),
  text: [
    i18n.t(
      'You need a good picture more often than you have one taken. Most tools that help ask you to hand over your face.',
    ),
    i18n.t(
      'So the studio runs on your device. We don’t ask who you are and never receive your photo.',
    ),
  ],
} as const;

export interface TeamMember {
  readonly name: string;
  readonly role: string;
  readonly about: string;
  readonly person: LargePerson;
}

/** Invented, and marked as samples wherever shown, until the owner adds real people. */
export const TEAM: readonly TeamMember[] = [
  {
    name: 'Amara Osei',
    role: i18n.t('Founder, pictures'),
    about: i18n.t('Spent ten years in a darkroom and still judges a rendering at arm’s length.'),
    person: 'amara',
  },
  {
    name: 'Kenji Mori',
    role: i18n.t('Engine'),
    about: i18n.t('Makes neural networks small enough to live in a browser tab.'),
    person: 'kenji',
  },
  {
    name: 'Leila Haddad',
    role: i18n.t('Payments and trust'),
    about: i18n.t('Reads transactions for pleasure. Keeps the number of photo bytes sent at zero.'),
    person: 'leila',
  },
];

export const VALUES = [
  {
    title: i18n.t('Privacy First'),
    text: i18n.t(
      'What we never receive, we can’t lose, sell or be asked for. We choose designs in which a promise isn’t needed.',
    ),
  },
  {
    title: i18n.t('Innovation'),
    text: i18n.t(
      'We use new methods where they make a better picture or ask less of you, and say plainly what they can’t do.',
    ),
  },
  {
    title: i18n.t('Community'),
    text: i18n.t(
      'What people tell us decides what we build next. Feedback is read by those who can act on it.',
    ),
  },
  {
    title: i18n.t('Excellence'),
    text: i18n.t(
      'A portrait is right when the person says “that’s me”. The engine measures likeness in every picture it makes.',
    ),
  },
] as const;

export const ROADMAP_STATUS = {
  completed: i18n.t('Completed'),
  'in-progress': i18n.t('In progress'),
  upcoming: i18n.t('Upcoming'),
} as const;
export type RoadmapStatus = keyof typeof ROADMAP_STATUS;

export interface RoadmapItem {
  readonly quarter: string;
  readonly event: string;
  readonly status: RoadmapStatus;
}

export const ROADMAP: readonly RoadmapItem[] = [
  {
    quarter: '2024 Q1',
    event: i18n.t('Six styles and six backgrounds, on your own device'),
    status: 'completed',
  },
  {
    quarter: '2024 Q2',
    event: i18n.t('Plans paid in SOL, checked on the chain'),
    status: 'completed',
  },
  { quarter: '2024 Q3', event: i18n.t('Minting on Solana and Polygon'), status: 'completed' },
  {
    quarter: '2024 Q4',
    event: i18n.t('Signed installers of the desktop app'),
    status: 'in-progress',
  },
  {
    quarter: '2025 Q1',
    event: i18n.t('Living avatars, video, banners and white label; API access and bulk processing'),
    status: 'completed',
  },
  { quarter: '2025 Q2', event: i18n.t('Tests on Safari and iOS'), status: 'upcoming' },
];

export const VISION = {
  title: i18n.t('A picture of you should begin and end with you.'),
  text: i18n.t(
    'We picture a web where your face is yours to lend: made into what you need, on a device you hold, under a key you own. Likeness is our proof that this can also be quick and beautiful.',
  ),
} as const;
