import { expect, it } from 'vitest';

import { groupPeople, personNames } from './bulk.ts';

it('a photo in the folder is a person, named after its file', () => {
  expect(
    personNames(['team/ada_lovelace.v2.jpg', 'Bob.PNG', '.jpg', `${'x'.repeat(90)}.png`]),
  ).toEqual(['ada lovelace.v2', 'Bob', 'Photo', 'x'.repeat(40)]);
  expect(personNames([`x${'👍'.repeat(30)}.png`])).toEqual([`x${'👍'.repeat(19)}`]);
  expect(personNames(['a/ada.jpg', 'b/ada.jpg', 'a/ada.png'])).toEqual(['ada', 'ada 2', 'ada 3']);
  expect(personNames(['Jose\u0301.jpg', 'b/José.jpg'])).toEqual(['José', 'José 2']);
});

it('a subfolder is a person with all photos in it, however deep', () => {
  const files = ['team/Ada/1.jpg', 'team/ada.jpg', 'team/Ada/old/2.jpg', 'other\\Ada\\1.jpg'];
  expect(personNames(files)).toEqual(['Ada', 'ada', 'Ada', 'Ada 2']);
});

it('photos of the same name are one person’s', () => {
  const photos = ['é', 'y', 'e\u0301'].map((name, n) => ({ name, draftId: String(n) }));
  expect(groupPeople(photos)).toEqual([
    { name: 'é', draftIds: ['0', '2'] },
    { name: 'y', draftIds: ['1'] },
  ]);
});
