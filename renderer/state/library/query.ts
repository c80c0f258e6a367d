import { styleName, type Avatar } from '../../core/avatars.ts';
import { keysOf } from '../../core/objects.ts';
import { folded, searchFor } from '../../core/search.ts';
import {
  BACKGROUND_LABELS,
  isBackgroundId,
  isStyleId,
  type BackgroundId,
  type StyleId,
} from '../../core/styles.ts';

export const SORTS = ['newest', 'oldest', 'name', 'likeness'] as const;
export type Sort = (typeof SORTS)[number];
/** Maximum ages, in days. */
export const AGES = { day: 1, week: 7, month: 31 } as const;
export type Age = keyof typeof AGES;

/** Which avatars are shown, and in which order, as encoded in the address. */
export interface LibraryQuery {
  readonly search: string;
  readonly sort: Sort;
  /** 'look': a picture of an engine of the user's own. */
  readonly style?: StyleId | 'look' | undefined;
  readonly background?: BackgroundId | undefined;
  readonly batch?: string | undefined;
  readonly age?: Age | undefined;
  readonly liked: boolean;
  readonly minted: boolean;
}

export const NO_QUERY: LibraryQuery = { search: '', sort: 'newest', liked: false, minted: false };

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((one) => one === value);

/** Unknown values are ignored. */
export function parseQuery(params: URLSearchParams): LibraryQuery {
  const style = params.get('style');
  const background = params.get('background');
  return {
    search: params.get('q') ?? '',
    sort: oneOf(SORTS, params.get('sort')) ?? 'newest',
    ...((isStyleId(style) || style === 'look') && { style }),
    ...(isBackgroundId(background) && { background }),
    ...(params.get('batch') && { batch: params.get('batch') ?? '' }),
    ...(params.get('age') && { age: oneOf(keysOf(AGES), params.get('age')) }),
    liked: params.get('liked') === '1',
    minted: params.get('minted') === '1',
  };
}

/** Only what differs from showing all, so that the plain dashboard has a plain address. */
export const queryParams = (query: LibraryQuery): URLSearchParams =>
  new URLSearchParams({
    ...(query.search && { q: query.search }),
    ...(query.sort !== 'newest' && { sort: query.sort }),
    ...(query.style && { style: query.style }),
    ...(query.background && { background: query.background }),
    ...(query.batch && { batch: query.batch }),
    ...(query.age && { age: query.age }),
    ...(query.liked && { liked: '1' }),
    ...(query.minted && { minted: '1' }),
  });

const withParams = (path: string, query: LibraryQuery): string => {
  const params = queryParams(query).toString();
  return params ? `${path}?${params}` : path;
};
/**
 * The address of an avatar's page, from which the user can go on to the next one of the same query.
 */
export const avatarPath = (id: number, query: LibraryQuery): string =>
  withParams(`/avatar/${String(id)}`, query);
export const dashboardPath = (query: LibraryQuery): string => withParams('/dashboard', query);

/** Whether all avatars are shown, in the order they were made. */
export const isPlain = (query: LibraryQuery): boolean => queryParams(query).size === 0;

const wordsOf = (avatar: Avatar): string => {
  const { name, recipe, generated } = avatar;
  const background = generated ? generated.engine : BACKGROUND_LABELS[recipe.background];
  return `${name} ${styleName(avatar)} ${background}`;
};

/** Sorts 'Realistic 9' before 'Realistic 10'; thousands of times faster than a collator. */
const nameKey = ({ name }: Avatar): string =>
  folded(name).replace(/\d+/g, (digits) => digits.padStart(12, '0'));

function byKey(avatars: readonly Avatar[], key: (avatar: Avatar) => string | number): Avatar[] {
  return avatars
    .map((avatar) => [key(avatar), avatar] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, avatar]) => avatar);
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The avatars that match a query. `avatars` has the newest batch first, like the library. */
export function selectAvatars(
  avatars: readonly Avatar[],
  query: LibraryQuery,
  { minted, now }: { readonly minted: ReadonlySet<string>; readonly now: number },
): readonly Avatar[] {
  const { style, background, batch, age, liked } = query;
  const matches = searchFor(query.search);
  const since = age ? now - AGES[age] * DAY_MS : -Infinity;
  const found = isPlain({ ...query, sort: 'newest' })
    ? avatars
    : avatars.filter((avatar) => {
        const { recipe } = avatar;
        if (style && (avatar.generated ? 'look' : recipe.style) !== style) return false;
        if (background && (avatar.generated || recipe.background !== background)) return false;
        if (batch && avatar.batchId !== batch) return false;
        if (avatar.createdAt < since) return false;
        if (liked && !avatar.liked) return false;
        if (query.minted && !minted.has(avatar.uid)) return false;
        return matches(wordsOf(avatar));
      });
  switch (query.sort) {
    case 'newest':
      return found;
    case 'oldest':
      return byKey(found, ({ id }) => id);
    case 'name':
      return byKey(found, nameKey);
    case 'likeness':
      return byKey(found, ({ likeness }) => -likeness);
  }
}
