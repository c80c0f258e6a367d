/**
 * Applies each mutant separately and runs its tests. A mutant that no test catches is a failure,
 * and so is one whose text no longer occurs in the source. `npm run mutants -- verify` runs those
 * whose file's path contains the word.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

import { MUTANTS, type Mutant } from './mutants.ts';

const reportSchema = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

const isOfScreens = (test: string): boolean => test.startsWith('tests/screens/');

/** The name of the test that caught a mutant; undefined if all passed. */
function catcher(index: number, { tests }: Mutant, report: string): string | undefined {
  rmSync(report, { force: true });
  const { stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--config=tests/mutants/${tests.every(isOfScreens) ? 'screens.' : ''}vitest.config.ts`,
      '--reporter=json',
      `--outputFile=${report}`,
      ...tests,
    ],
    { encoding: 'utf8', env: { ...process.env, LIKENESS_MUTANT: String(index) } },
  );
  let read: z.infer<typeof reportSchema>;
  try {
    read = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  } catch (thrown) {
    throw new Error(`The tests ${tests.join(', ')} could not be run.\n${stderr}`, {
      cause: thrown,
    });
  }
  // A mutant that doesn't load proves nothing about the tests.
  if (read.numTotalTests === 0)
    throw new Error(
      `No test of ${tests.join(', ')} ran.\n${read.testResults.map(({ message = '' }) => message).join('\n')}`,
    );
  return read.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')?.fullName;
}

const occurrences = ({ file, from }: Mutant): number =>
  readFileSync(file, 'utf8').split(from).length - 1;

const word = process.argv[2] ?? '';
const chosen = MUTANTS.map((mutant, index) => ({ mutant, index })).filter(({ mutant }) =>
  mutant.file.includes(word),
);
const folder = mkdtempSync(join(tmpdir(), 'likeness-mutants-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const { mutant, index } of chosen) {
  const what = `${mutant.file}: ${mutant.from}  →  ${mutant.to === '' ? 'nothing' : mutant.to}`;
  const found = occurrences(mutant);
  const by = found === 1 ? catcher(index, mutant, join(folder, 'report.json')) : undefined;
  if (by === undefined) counts.failed += 1;
  else counts.passed += 1;
  const outcome =
    found === 1
      ? by === undefined
        ? 'SURVIVED'
        : `caught by '${by}'`
      : `NOT APPLIED: its text stands ${String(found)} times in the source`;
  console.log(`${what}\n    ${outcome}`);
}
rmSync(folder, { recursive: true });
const [, , , into] = process.argv;
if (into !== undefined) writeFileSync(into, JSON.stringify(counts));
console.log(`${String(counts.passed)} of ${String(chosen.length)} mutants were caught.`);
process.exitCode = counts.failed === 0 && chosen.length > 0 ? 0 : 1;
