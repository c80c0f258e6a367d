import { expect, it } from 'vitest';

import { lch, type Lab } from '../../../core/colour.ts';
import type { Subject } from '../../styles/shared/subject.ts';
import { contrasting, contrastOf, ENOUGH } from './contrast.ts';

const DARK = lch(0.22, 0.02, 255);
const WHITE = lch(0.88, 0.01, 80);
const person = (hair: Lab, clothes: Lab): Pick<Subject, 'outline'> => ({
  outline: Array.from({ length: 9 }, (_, k) => ({
    x: k / 9,
    y: k / 9,
    lab: k < 4 ? hair : clothes,
    head: k < 4,
  })),
});
const GROUNDS = [lch(0.2, 0.02, 250), lch(0.9, 0.03, 260), lch(0.55, 0.08, 60)] as const;
const even = (lab: Lab) => (): Lab => lab;
const chosenFor = (subject: Pick<Subject, 'outline'>, count = 3): Lab =>
  contrasting(subject, (k) => GROUNDS[k % count] as Lab, even);

it('keeps the first ground that the person stands out from', () => {
  expect(chosenFor(person(lch(0.85, 0.02, 60), WHITE))).toBe(GROUNDS[0]);
});

it('chooses again where dark hair and clothes would sink into a dark ground', () => {
  const dark = person(DARK, DARK);
  const chosen = chosenFor(dark);
  expect(chosen).toBe(GROUNDS[1]);
  expect(contrastOf(dark, even(chosen))).toBeGreaterThan(ENOUGH);
});

it('lets neither white hair nor a dark suit vanish', () => {
  const both = person(WHITE, DARK);
  expect(contrastOf(both, even(GROUNDS[1]))).toBeLessThan(ENOUGH);
  expect(chosenFor(both)).toBe(GROUNDS[2]);
});

it('takes the best of what there is', () => {
  expect(chosenFor(person(lch(0.3, 0.02, 255), DARK), 1)).toBe(GROUNDS[0]);
  expect(chosenFor(person(WHITE, WHITE), 2)).toBe(GROUNDS[0]);
});

it('has no say where no outline is known', () => {
  expect(chosenFor({ outline: [] })).toBe(GROUNDS[0]);
});
