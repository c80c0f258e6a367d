import { expect, test } from 'vitest';

import { createGate } from './gate.ts';

test('a second hold keeps the first pause: all who wait go on together', async () => {
  const gate = createGate();
  const passed: string[] = [];
  const pass = (name: string): Promise<void> => gate.turn().then(() => void passed.push(name));
  await pass('before');
  gate.hold();
  const first = pass('first');
  gate.hold();
  const second = pass('second');
  expect(passed).toEqual(['before']);
  gate.go();
  await Promise.all([first, second]);
  expect(passed).toEqual(['before', 'first', 'second']);
});

test('a pause that has ended can be followed by another', async () => {
  const gate = createGate();
  gate.hold();
  gate.go();
  await gate.turn();
  gate.hold();
  let passed = false;
  const waits = gate.turn().then(() => (passed = true));
  await Promise.resolve();
  expect(passed).toBe(false);
  gate.go();
  await waits;
  expect(passed).toBe(true);
});
