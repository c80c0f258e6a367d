import { strokesOf, type Stroke } from '../../core/strokes.ts';
import type { Progress } from '../../ports/engine.ts';
import { segmentFinely, segmentQuickly, type Segmentation } from '../matte/cut-out.ts';
import type { Model, Models } from '../models/runtime.ts';
import type { Analysis } from '../photo/analysis.ts';
import type { Whose } from '../protocol.ts';
import type { Checkpoint } from '../shared/checkpoint.ts';
import { analysisOf, type Analysed, type Photo } from './analyse.ts';

/** Cuts out the people of one photo, one at a time, and applies each one's brush strokes. */
export interface CutOuts {
  readonly photo: Photo;
  /**
   * A quick cut-out, or the fine one if that exists already. `face` is an index into the photo's
   * faces, 0 by default.
   */
  draft(whose: Whose, checkpoint: Checkpoint): Promise<Analysis>;
  /** The cut-out used for saved avatars; the first one of a person takes a second or two. */
  fine(
    whose: Whose,
    checkpoint: Checkpoint,
    report: (progress: Progress) => void,
  ): Promise<Analysis>;
  clear(): void;
}

interface Person {
  readonly face: number;
  segmentation: Segmentation | undefined;
  analysis: Analysis | undefined;
  /** The brush strokes applied in `analysis`. */
  strokes: readonly Stroke[];
}

/**
 * Keeps the last person asked for, with what the networks saw. So an aborted fine cut-out can
 * resume, and a new brush stroke doesn't run the networks again.
 * @param forget frees what the renderer keeps for an analysis id
 */
export function createCutOuts(
  { photo, first }: Pick<Analysed, 'photo' | 'first'>,
  models: () => Promise<Models>,
  salience: () => Promise<Model>,
  forget: (analysisId: string) => void,
): CutOuts {
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
  const faceOf = ({ face }: Person): (typeof faces)[number] => {
    const found = faces.at(face);
    if (!found) throw new Error('no such face');
    return found;
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

  async function draft(whose: Whose, checkpoint: Checkpoint): Promise<Analysis> {
    const chosen = personOf(whose);
    if (chosen.analysis) return chosen.analysis;
    chosen.segmentation ??= await segmentQuickly(await models(), picture, faceOf(chosen));
    checkpoint();
    chosen.analysis = await cut(chosen, chosen.segmentation, checkpoint);
    return chosen.analysis;
  }

  return {
    photo,
    draft,
    async fine(whose, checkpoint, report) {
      const chosen = personOf(whose);
      if (chosen.analysis?.faults) return chosen.analysis;
      report({ done: 0, stage: 'matte' });
      const face = faceOf(chosen);
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
    clear() {
      for (const id of kept) forget(id);
    },
  };
}
