import { beforeEach, expect, it, vi } from 'vitest';

import { createFormKeeper } from './keep-forms.ts';
import { forgotten, keptForm } from './kept-form.ts';

const methods = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string) {
    Reflect.deleteProperty(this, key);
  },
};
const words = keptForm('nft');
const LOCKED = undefined;
const RELOAD = 'a reload';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', Object.create(methods));
  return () => void vi.unstubAllGlobals();
});

it.each([
  ['go along with a guest who signs in', ['guest'], ['email:ada'], true],
  ['are forgotten when another signs in', ['email:ada'], [LOCKED, 'email:ben'], false],
  ['are forgotten by signing out', ['wallet:ada'], ['guest'], false],
  ['stay while an account is locked', ['email:ada'], [LOCKED, 'email:ada'], true],
  ['stay for a wallet that comes late', ['wallet:ada'], [RELOAD, 'guest', 'wallet:ada'], true],
  ['are forgotten when an account is gone', ['email:ada'], [RELOAD, 'guest'], false],
  ['are forgotten then, too', ['wallet:ada'], [RELOAD, 'guest', 'wallet:ben'], false],
])('words that were typed %s', (_, before, after, stay) => {
  const changed = vi.fn<() => void>();
  const stop = forgotten.subscribe(changed);
  let shows = createFormKeeper();
  for (const profile of before) shows(profile);
  words.write('A portrait');
  for (const profile of after)
    if (profile === RELOAD) shows = createFormKeeper();
    else shows(profile);
  stop();
  expect(words.read()).toBe(stay ? 'A portrait' : undefined);
  expect(changed).toHaveBeenCalledTimes(stay ? 0 : 1);
});
