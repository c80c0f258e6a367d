import { describe, expect, it } from 'vitest';

import { LikenessError } from '../../core/errors.ts';
import { report } from './report.ts';

const place = {
  version: '1.2.3',
  network: 'sandbox',
  path: '/payment',
  agent: 'Test/1',
  at: '2026-01-02T03:04:05Z',
};

describe('report', () => {
  it('names the version, the page and the error', () => {
    const text = report(new TypeError('x is not a function'), place);
    expect(text).toContain('Likeness 1.2.3 (sandbox)\nPage: /payment');
    expect(text).toContain('TypeError: x is not a function');
  });

  it('gives the code and the context of an expected failure', () => {
    const text = report(new LikenessError('network-busy', { attempts: 3 }), place);
    expect(text).toContain('Code: network-busy\n  attempts: 3');
  });

  it('reads what is no error at all', () => {
    expect(report('just words', place)).toContain('\njust words');
  });
});
