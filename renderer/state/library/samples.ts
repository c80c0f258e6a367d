import { samplePicture } from '../../core/sample-files.ts';
import type { LargePerson } from '../../core/sample-people.ts';
import { SAMPLE_LIBRARY, SAMPLE_RECIPES } from '../../core/sample-recipes.ts';
import type { BackgroundId, StandardStyleId } from '../../core/styles.ts';

/** An avatar that everyone has: rendered from a drawn person, and committed with its recipe. */
export interface Sample {
  /** 1 to 6, as in /avatar/{id}. */
  readonly id: number;
  readonly name: string;
  readonly person: LargePerson;
  readonly style: StandardStyleId;
  readonly background: BackgroundId;
  /** The whole picture, for its own page and for downloads. */
  readonly picture: string;
  readonly downloads: number;
  readonly likes: number;
  readonly createdAt: number;
  /** Whether the sample library first shows it as being rendered. */
  readonly processing: boolean;
}

export const SAMPLES: readonly Sample[] = SAMPLE_LIBRARY.map(
  ({ name, person, style, downloads, likes }, index) => ({
    id: index + 1,
    name,
    person,
    style,
    background: SAMPLE_RECIPES[person][style].background,
    picture: samplePicture(person, style, 1024),
    downloads,
    likes,
    createdAt: Date.UTC(2026, 9, 12 + index * 3),
    processing: index === 1,
  }),
);

/** A sample's id where an own avatar would have its uid. */
export const sampleUid = (id: number): string => `sample:${String(id)}`;
export const sampleOf = (uid: string): Sample | undefined =>
  SAMPLES.find(({ id }) => sampleUid(id) === uid);
