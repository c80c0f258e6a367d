import { atom } from 'jotai';

import { logCode } from '../core/log/codes.ts';
import { entryLine } from '../core/log/entry.ts';
import type { ContactSubject } from '../core/validation.ts';
import { keptForm } from './kept-form.ts';
import { portsAtom } from './ports.ts';

const SUBJECT: ContactSubject = 'technical-support';

/** The report as of now, including what a screen has thrown. */
export const problemReportAtom = atom(
  null,
  async (get, _set, thrown?: { readonly value: unknown }): Promise<string> => {
    const { config, clock, log } = get(portsAtom);
    const place = {
      version: config.version,
      network: config.network,
      path: location.pathname,
      agent: navigator.userAgent,
      at: clock.now(),
    };
    const entries = await log.read();
    // Its code was loaded at the start; if that failed, the codes have to do.
    return import('../core/log/report.ts').then(
      ({ problemReport }) => problemReport(place, entries, thrown),
      () =>
        [
          `Likeness ${place.version} (${place.network})`,
          ...(thrown ? [`Error: ${logCode(thrown.value)}`] : []),
          ...entries.map(entryLine),
        ].join('\n'),
    );
  },
);

const stringOf = (values: unknown, name: string): string => {
  const value = (values as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/** Appends a report to what is typed into the support form, replacing an earlier report. */
export function putIntoMessage(
  report: string,
  form = keptForm('contact'),
  last = keptForm('report'),
): void {
  const values = form.read();
  const earlier = stringOf(last.read(), 'text');
  const typed = stringOf(values, 'message');
  const message =
    earlier !== '' && typed.includes(earlier)
      ? typed.replace(earlier, () => report)
      : `${typed.trimEnd()}\n\n${report}`;
  form.write({
    ...(typeof values === 'object' ? values : {}),
    subject: stringOf(values, 'subject') || SUBJECT,
    message,
  });
  last.write({ text: report });
}
