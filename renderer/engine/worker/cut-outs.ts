import { strokesOf, type Stroke } from '../../core/strokes.ts';
import type { Progress } from '../../ports/engine.ts';
import { segmentFinely, segmentQuickly, type Segmentation } from '../matte/cut-out.ts';
import type { Model, Models } from '../models/runtime.ts';
import type { Analysis } from '../photo/analysis.ts';
import type { Whose } from '../protocol.ts';
import type { Checkpoint } from '../shared/checkpoint.ts';
import { analysisOf, type Analysed } from './analyse.ts';

export type CutOuts = ReturnType<typeof createCutOuts>;

interface Person {
  readonly face: number;
  segmentation: Segmentation | undefined;
  analysis: Analysis | undefined;
  /** The brush strokes applied in `analysis`. */
  strokes: readonly Stroke[];
}

/**
 * Cuts out the people of one photo, one at a time, and applies each one's brush strokes.
 * Keeps the last person asked for, with what the networks saw. So an aborted fine cut-out can
 * resume, and a new brush stroke doesn't run the networks again.
 * @param forget frees what the renderer keeps for an analysis id
 */
export function createCutOuts(
  { photo, first }: Pick<Analysed, 'photo' | 'first'>,
  models: () => Promise<Models>,
  salience: () => Promise<Model>,
  forget: (analysisId: string) => void,
) {
  let person: Person = { face: 0, segmentation: first, analysis: undefined, strokes: [] };
  let mendings = 0;
  const { faces, picture } = photo;
  const kept = new Set<string>();

  const personOf = ({ face: wanted, strokes }: Whose): Person => {
    const face = wanted !== undefined && wanted in faces ? wanted : 0;
    if (person.face !== face)
      person = { face, segmentation: undefined, analysis: undefined, strokes: [] };
    const own = strokesOf(strokes, face);
    if (JSON.stringify(own) !== JSON.stringify(person.strokes)) {
      if (person.analysis) drop(person.analysis);
      person.analysis = undefined;
      person.strokes = own;
    }
    return person;
  };
  const drop = ({ id }: Analysis): void => {
    forget(id);
    kept.delete(id);
  };
  const cut = async (
    { face, strokes }: Person,
    segmentation: Segmentation,
    checkpoint: Checkpoint,
  ): Promise<Analysis> => {
    const mended =
      strokes.length > 0 ? { strokes, name: `mended-${String(++mendings)}` } : undefined;
    const analysis = await analysisOf(photo, face, segmentation, checkpoint, mended);
    kept.add(analysis.id);
    return analysis;
  };

  return {
    photo,
    /** A quick cut-out, or the fine one if that exists already. */
    async draft(whose: Whose, checkpoint: Checkpoint): Promise<Analysis> {
      const chosen = personOf(whose);
      if (chosen.analysis) return chosen.analysis;
      chosen.segmentation ??= await segmentQuickly(await models(), picture, faces[chosen.face]);
      checkpoint();
      return (chosen.analysis = await cut(chosen, chosen.segmentation, checkpoint));
    },
    /** The cut-out used for saved avatars; the first one of a person takes a second or two. */
    async fine(
      whose: Whose,
      checkpoint: Checkpoint,
      report: (progress: Progress) => void,
    ): Promise<Analysis> {
      const chosen = personOf(whose);
      if (chosen.analysis?.faults) return chosen.analysis;
      report({ done: 0, stage: 'matte' });
      const face = faces[chosen.face];
      chosen.segmentation ??= await segmentQuickly(await models(), picture, face);
      if (chosen.segmentation.salience === undefined)
        chosen.segmentation = await segmentFinely(
          await salience(),
          picture,
          face,
          chosen.segmentation,
        );
      const analysis = await cut(chosen, chosen.segmentation, checkpoint);
      if (chosen.analysis) drop(chosen.analysis);
      chosen.analysis = analysis;
      return analysis;
    },
    clear(): void {
      for (const id of kept) forget(id);
    },
  };
}
