import { join } from 'node:path';

import { totalsOf, writeReportPage } from '../../renderer/core/run-report.ts';
import { writeWhole } from './journal.ts';
import type { RunReport } from './run.ts';

/** Turns a path relative to the output folder into a URL. */
const address = (path: string): string => path.split(/[\\/]/).map(encodeURIComponent).join('/');

/** Writes report.json and report.html into the output folder. */
export async function writeReport(out: string, report: RunReport): Promise<void> {
  const whole = { totals: totalsOf(report), ...report };
  await writeWhole(join(out, 'report.json'), `${JSON.stringify(whole, undefined, 2)}\n`);
  const page = writeReportPage({
    ...report,
    goesOn: 'Stopped before the end: run the same command again to continue.',
    people: report.people.map((person) => ({
      ...person,
      pictures: person.pictures.map(({ name, file, thumbnail }) => ({
        name,
        file: address(file),
        thumbnail: address(thumbnail),
      })),
    })),
  });
  await writeWhole(join(out, 'report.html'), page);
}
