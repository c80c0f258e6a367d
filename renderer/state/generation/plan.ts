import { avatarName, type Recipe } from '../../core/avatars.ts';
import type { BatchItem } from '../../core/batches.ts';
import { groupPeople, type BulkPerson } from '../../core/bulk.ts';
import { textWithoutSeed, type Choices } from '../../core/drafts.ts';
import type { StylesAndBackgrounds } from '../../core/sets.ts';
import { BACKGROUND_LABELS, STYLE_LABELS, type StyleId } from '../../core/styles.ts';
import { randomId } from '../random.ts';

/** A photo of a batch, and what was chosen for it. */
export interface PlannedPhoto {
  readonly id: string;
  readonly choices: Choices;
}

export interface PicturePlan extends StylesAndBackgrounds {
  /**
   * At least one. If what was previewed of the first photo is requested, it comes first, exactly as
   * previewed.
   */
  readonly photos: readonly PlannedPhoto[];
  readonly count: number;
}

export interface Plan extends PicturePlan {
  readonly engineVersion: number;
  /** First of `count` numbers for /avatar/{id}. */
  readonly firstAvatarId: number;
  /** Names that the profile's avatars have, or are about to get. */
  readonly names: Iterable<string>;
  /** The pictures of earlier batches. */
  readonly made: readonly PlannedPicture[];
  /** Unsigned 32-bit. */
  readonly random: () => number;
}

/** The highest n among the names '{Style} {n}', or 0. A deleted avatar's name isn't reused. */
function highest(style: StyleId, names: Iterable<string>): number {
  const label = `${STYLE_LABELS[style]} `;
  let n = 0;
  for (const name of names) {
    const rest = name.startsWith(label) ? name.slice(label.length) : '';
    if (/^\d{1,7}$/.test(rest)) n = Math.max(n, Number(rest));
  }
  return n;
}

/** Which avatar is rendered from which photo. */
export interface PlannedPicture {
  readonly photo: string;
  readonly choices: Choices;
}

/**
 * Spreads styles, backgrounds and photos evenly over a batch: walks the diagonals of their table,
 * so that the first few pictures already show all of them. Each picture has its own seed.
 */
export function planPictures({
  photos,
  count,
  styles,
  backgrounds,
}: PicturePlan): PlannedPicture[] {
  const [lead] = photos;
  if (!lead) return [];
  const first = <T>(chosen: T, all: readonly T[]): T[] =>
    all.includes(chosen) ? [chosen, ...all.filter((other) => other !== chosen)] : [...all];
  const rows = first(lead.choices.style, styles);
  const columns = first(lead.choices.background, backgrounds);
  const pairs = rows.length * columns.length;
  return Array.from({ length: count }, (_, index): PlannedPicture => {
    const pair = index % pairs;
    const row = pair % rows.length;
    const column = (pair + Math.floor(pair / lcm(rows.length, columns.length))) % columns.length;
    // Moves on by one after each round; otherwise the same photos and styles would always meet.
    const turn =
      gcd(rows.length, photos.length) === 1
        ? 0
        : Math.floor(index / lcm(rows.length, photos.length));
    const photo = photos[(index + turn) % photos.length] ?? lead;
    return {
      photo: photo.id,
      choices: {
        style: rows[row] ?? lead.choices.style,
        background: columns[column] ?? lead.choices.background,
        // Neighbouring seeds give the pictures that differ the most.
        seed: (photo.choices.seed + index) >>> 0,
        options: photo.choices.options,
      },
    };
  });
}

/**
 * The seeds that pictures have: undo, a preset or an avatar may have brought a used one back, which
 * would make, and charge for, the same picture.
 */
class Seeds {
  /** Of pictures that differ only in their seeds: each used one, and where to look on from it. */
  readonly #used = new Map<string, Map<number, number>>();

  #like({ photo, choices }: PlannedPicture): Map<number, number> {
    const key = `${photo} ${textWithoutSeed(choices)}`;
    const like = this.#used.get(key) ?? new Map<number, number>();
    this.#used.set(key, like);
    return like;
  }

  add(picture: PlannedPicture): void {
    const { seed } = picture.choices;
    this.#like(picture).set(seed, (seed + 1) >>> 0);
  }

  /** The picture's seed, or the next that none like it has. */
  take(picture: PlannedPicture): number {
    const like = this.#like(picture);
    const passed: number[] = [];
    let { seed } = picture.choices;
    for (let next = like.get(seed); next !== undefined; next = like.get(seed)) {
      passed.push(seed);
      seed = next;
    }
    // The next search doesn't pass them one by one again.
    for (const one of [...passed, seed]) like.set(one, (seed + 1) >>> 0);
    return seed;
  }
}

/**
 * Everything that a batch will render. It is fixed before the batch starts, so that a repeated step
 * gives the same picture.
 */
export function planItems(plan: Plan): BatchItem[] {
  const { photos, styles, random } = plan;
  const names = [...plan.names];
  const numbers = new Map(styles.map((style) => [style, highest(style, names)]));
  const seeds = new Seeds();
  const ids = new Set(photos.map(({ id }) => id));
  for (const earlier of plan.made) if (ids.has(earlier.photo)) seeds.add(earlier);
  return planPictures(plan).map((picture, index): BatchItem => {
    const { photo, choices } = picture;
    const n = (numbers.get(choices.style) ?? 0) + 1;
    numbers.set(choices.style, n);
    const recipe: Recipe = { ...choices, seed: seeds.take(picture), engine: plan.engineVersion };
    return {
      uid: randomId(random),
      avatarId: plan.firstAvatarId + index,
      name: avatarName(choices.style, n),
      recipe,
      ...(photo !== photos[0]?.id && { draftId: photo }),
      state: 'waiting',
    };
  });
}

/**
 * Plans each person of a folder in every style and on every background, one person after the other
 * and each with one photo after the other, so that each photo is opened once. A person's pictures
 * are spread over their photos, and named after the person.
 */
export const planPeople =
  (people: readonly BulkPerson[]) =>
  ({ photos, styles, backgrounds, engineVersion, firstAvatarId, random }: Plan): BatchItem[] =>
    groupPeople(people)
      .flatMap(({ name, draftIds }, person) => {
        const theirs = photos.filter(({ id }) => draftIds.includes(id));
        const pairs = styles.flatMap((style) =>
          backgrounds.map((background) => ({ style, background })),
        );
        return theirs.flatMap(({ id, choices }, turn) =>
          pairs.flatMap(({ style, background }, pair) =>
            pair % theirs.length === turn
              ? [
                  {
                    id,
                    name: [
                      name,
                      STYLE_LABELS[style],
                      ...(backgrounds.length > 1 ? [BACKGROUND_LABELS[background]] : []),
                    ].join(', '),
                    recipe: {
                      style,
                      background,
                      seed: (choices.seed + person + pair) >>> 0,
                      options: choices.options,
                      engine: engineVersion,
                    },
                  },
                ]
              : [],
          ),
        );
      })
      .map(({ id, name, recipe }, index): BatchItem => ({
        uid: randomId(random),
        avatarId: firstAvatarId + index,
        name,
        recipe,
        ...(id !== photos[0]?.id && { draftId: id }),
        state: 'waiting',
      }));

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const lcm = (a: number, b: number): number => (a * b) / gcd(a, b);
