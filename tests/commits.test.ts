import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const git = (...args: readonly string[]): string | undefined => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined; // No checkout, or no tag yet.
  }
};

/** 'area: what changes', at most 72 characters; merges keep Git's own subject. */
const SUBJECT = /^(?=.{1,72}$)[a-z0-9 /.-]+: \S|^Merge /u;

it('the commits since the last tag, or the last 50, say their area in 72 characters', () => {
  const tag = git('describe', '--tags', '--abbrev=0')?.trim();
  const subjects = git('log', '--format=%s', ...(tag ? [`${tag}..`] : ['-50'])) ?? '';
  expect(subjects.split('\n').filter((one) => one !== '' && !SUBJECT.test(one))).toEqual([]);
});
