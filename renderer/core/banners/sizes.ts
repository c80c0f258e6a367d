import { t } from '../../i18n/index.ts';

/** In pixels, from the top left. */
export type Rect = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** An area that the site covers, or that some of its screens cut off. */
export interface Zone {
  readonly kind: 'avatar' | 'cover' | 'shown';
  readonly label: string;
  /** For a round avatar, the square around its circle. */
  readonly box: Rect;
}

export interface BannerSize {
  readonly width: number;
  readonly height: number;
  /** Where words may go: every screen shows it, and only the zones cover parts of it. */
  readonly words: Rect;
  readonly zones: readonly Zone[];
  /** Where the top of the head should be, as a fraction of the height. */
  readonly headTop: number;
}

export const BANNER_SIZE_IDS = [
  'x',
  'linkedin',
  'youtube',
  'discord-server',
  'discord-profile',
  'twitch',
  'own',
] as const;
export type BannerSizeId = (typeof BANNER_SIZE_IDS)[number];

const circle = (label: string, x: number, y: number, radius: number): Zone => ({
  kind: 'avatar',
  label,
  box: { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
});

/**
 * The sites' banner sizes, with what each site lays over them. YouTube's are its own figures; the
 * other zones are slightly generous estimates, since the sites publish none and change them.
 */
const SIZES: Readonly<Record<Exclude<BannerSizeId, 'own'>, BannerSize & { label: string }>> = {
  x: {
    label: 'X',
    width: 1500,
    height: 500,
    words: { x: 60, y: 40, width: 1380, height: 420 },
    zones: [circle(t('Your avatar on X'), 206, 500, 176)],
    headTop: 0.02,
  },
  linkedin: {
    label: 'LinkedIn',
    width: 1584,
    height: 396,
    words: { x: 430, y: 40, width: 1110, height: 316 },
    zones: [circle(t('Your avatar on LinkedIn'), 208, 330, 166)],
    headTop: 0.05,
  },
  youtube: {
    label: 'YouTube',
    width: 2560,
    height: 1440,
    words: { x: 537, y: 524, width: 1486, height: 392 },
    zones: [
      {
        kind: 'shown',
        label: t('Every device'),
        box: { x: 507, y: 508, width: 1546, height: 423 },
      },
      {
        kind: 'shown',
        label: t('Tablets'),
        box: { x: 352, y: 508, width: 1855, height: 423 },
      },
      {
        kind: 'shown',
        label: t('Computers'),
        box: { x: 0, y: 508, width: 2560, height: 423 },
      },
    ],
    // High up, so that the strip of every device shows the face and not only its hair.
    headTop: 0.02,
  },
  'discord-server': {
    label: t('Discord server'),
    width: 960,
    height: 540,
    words: { x: 44, y: 100, width: 872, height: 400 },
    zones: [
      {
        kind: 'cover',
        label: t('The server’s name goes here'),
        box: { x: 0, y: 0, width: 960, height: 84 },
      },
    ],
    headTop: 0.19,
  },
  'discord-profile': {
    label: t('Discord profile'),
    width: 680,
    height: 240,
    words: { x: 210, y: 24, width: 446, height: 192 },
    zones: [circle(t('Your avatar on Discord'), 104, 236, 84)],
    headTop: 0.06,
  },
  twitch: {
    label: 'Twitch',
    width: 1200,
    height: 480,
    words: { x: 48, y: 40, width: 1104, height: 400 },
    zones: [],
    headTop: 0.05,
  },
};

export const BANNER_SIZE_LABELS: Readonly<Record<BannerSizeId, string>> = {
  ...(Object.fromEntries(Object.entries(SIZES).map(([id, { label }]) => [id, label])) as Record<
    Exclude<BannerSizeId, 'own'>,
    string
  >),
  own: t('Custom size'),
};

/** Limits of a custom size: edge lengths in pixels, and the ratio of width to height. */
export const OWN_SIZE = { least: 200, most: 4096, squarest: 1.5, widest: 8 } as const;

const whole = (value: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)));

/** The nearest size that a banner may have. */
export function ownSize(width: number, height: number): { width: number; height: number } {
  const { least, most, squarest, widest } = OWN_SIZE;
  const wide = whole(width, least * squarest, most);
  return { width: wide, height: whole(height, Math.max(least, wide / widest), wide / squarest) };
}

export function bannerSize(
  id: BannerSizeId,
  own: { readonly width: number; readonly height: number },
): BannerSize {
  if (id !== 'own') return SIZES[id];
  const { width, height } = ownSize(own.width, own.height);
  const margin = Math.round(height * 0.09);
  return {
    width,
    height,
    words: { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin },
    zones: [],
    headTop: 0.05,
  };
}
