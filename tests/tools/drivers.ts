import { z } from 'zod';

/** What Playwright's JSON report has of a suite; suites are nested. */
const testSchema = z.looseObject({ projectName: z.string(), annotations: z.array(z.looseObject({ type: z.string(), description: z.string().optional() })) });
const suiteSchema = z.looseObject({
  specs: z.array(z.looseObject({ tests: z.array(testSchema) })).optional(),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
const reportSchema = z.looseObject({ suites: z.array(suiteSchema) });

/** The drivers that a project's tests ran on, by the 'driver' annotation of the fixtures. */
export function driversOf(report: unknown, project: string): readonly string[] {
  const found = new Set<string>();
  const visit = ({ specs = [], suites = [] }: z.infer<typeof suiteSchema>): void => {
    for (const { tests } of specs) {
      for (const { projectName, annotations } of tests) {
        if (projectName !== project) continue;
        for (const { type, description } of annotations) if (type === 'driver' && description !== undefined) found.add(description);
      }
    }
    suites.forEach(visit);
  };
  reportSchema.safeParse(report).data?.suites.forEach(visit);
  return [...found].sort();
}
