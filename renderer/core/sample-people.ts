/** The twelve drawn people; the project contains no photo of a real person. */
export const SAMPLE_PEOPLE = [
  'amara',
  'arjun',
  'finn',
  'harjit',
  'ingrid',
  'kenji',
  'leila',
  'mara',
  'rafael',
  'ruth',
  'theo',
  'walter',
] as const;
export type SamplePerson = (typeof SAMPLE_PEOPLE)[number];

/** Those whose samples are shown small alone, on contact sheets. */
export const SMALL_ONLY = [
  'arjun',
  'harjit',
  'ingrid',
  'ruth',
  'theo',
  'walter',
] as const satisfies readonly SamplePerson[];
export type LargePerson = Exclude<SamplePerson, (typeof SMALL_ONLY)[number]>;

/** Who is shown on the Avatar Creator's chips until there is a photo. */
export const CHIP_PERSON: LargePerson = 'mara';
