const people = import.meta.glob<string>('../../../resources/people/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const smallPeople = import.meta.glob<string>('../../../resources/people/small/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The drawn people for trying the studio, each with its photo and that at 112 px, to choose by. */
export const SAMPLE_PEOPLE: readonly {
  readonly name: string;
  readonly picture: string;
  readonly small: string;
}[] = Object.entries(people).map(([path, picture]) => {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const small = smallPeople[`../../../resources/people/small/${file}`];
  if (small === undefined) throw new Error(`no small picture of ${file}`);
  return { name: file.slice(0, -'.webp'.length), picture, small };
});
