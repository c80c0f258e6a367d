/** The stages of a worker making a photo's pictures, in order. */
export const STAGES = [
  'taken',
  'claimed',
  'rendering',
  'storing',
  'stored',
  'finishing',
  'finished',
  'put away',
  'cleaning',
  'settling',
] as const;
export type Stage = (typeof STAGES)[number];
export const isStage = (text: string): text is Stage =>
  (STAGES as readonly string[]).includes(text);
