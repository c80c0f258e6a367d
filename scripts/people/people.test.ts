import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'a name that nobody has is refused, with the names that there are (wants python3)',
  () => {
    const { status, stderr } = spawnSync('python3', ['scripts/people', 'mara', 'marta', 'kenny'], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf8' },
    });
    expect(stderr.trim()).toBe(
      'Nobody is called marta or kenny. The people are mara, kenji, amara, rafael, leila, finn, ingrid, arjun, harjit, theo, ruth, walter.',
    );
    expect(status).toBe(1);
  },
);
