import { PEOPLE } from './cast/index.ts';

/** Why these people can't be drawn: somebody is named whom nobody knows. */
export function refusalOf(ids: readonly string[]): string | undefined {
  const known = PEOPLE.map(({ id }) => id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length === 0) return undefined;
  return `Nobody is called ${unknown.join(' or ')}. The people are ${known.join(', ')}.`;
}
