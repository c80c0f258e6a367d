import { expect, it } from 'vitest';
import { driversOf } from './drivers.ts';

const ran = (projectName: string, ...drivers: string[]) => ({ tests: [{ projectName, annotations: drivers.map((description) => ({ type: 'driver', description })), status: 'expected' }] });

it('finds the drivers of a project in whatever depth of a report', () => {
  const report = { config: {}, suites: [{ title: 'a', specs: [ran('web', 'web')], suites: [{ specs: [ran('desktop', 'test host'), ran('desktop', 'test host')], suites: [{ specs: [ran('desktop', 'Electron')] }] }] }] };
  expect(driversOf(report, 'desktop')).toEqual(['Electron', 'test host']);
  expect(driversOf(report, 'web')).toEqual(['web']);
});

it('finds none where nothing ran', () => {
  expect(driversOf(undefined, 'desktop')).toEqual([]);
  expect(driversOf({ suites: [{ specs: [ran('desktop')] }] }, 'desktop')).toEqual([]);
});
