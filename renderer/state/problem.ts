import { problemReport } from '../core/log/report.ts';
import type { ContactSubject } from '../core/validation.ts';
import { atom } from './jotai.ts';
import { keptForm } from './kept-form.ts';
import { portsAtom } from './ports.ts';

const SUBJECT: ContactSubject = 'technical-support';

/** The report as it stands now, with what a screen has thrown. */
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
    return problemReport(place, await log.read(), thrown);
  },
);

const stringOf = (values: unknown, name: string): string => {
  const value = (values as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/** Puts a report below what is typed into the support form already, in the place of an earlier report. */
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
