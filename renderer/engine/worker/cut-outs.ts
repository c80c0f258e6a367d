import type { Progress } from '../../ports/engine.ts';
import { analysisOf, type Analysed } from './analyse.ts';
import type { Analysis } from './analysis.ts';
import type { Checkpoint } from './checkpoint.ts';
import { glance, study, type Sight } from './matte/cut-out.ts';
import type { Model, Models } from './models/runtime.ts';
import { stopwatch } from './stopwatch.ts';

/** The people of one photo, cut out one at a time. */
export interface CutOuts {
  /** Quickly cut out, unless the fine cut-out is there already. `face` is a place among the faces, the first by default. */
  draft(face: number | undefined, checkpoint: Checkpoint): Promise<Analysis>;
  /** As kept pictures are made; the first time for a person it takes a second or two. */
  fine(
    face: number | undefined,
    checkpoint: Checkpoint,
    report: (progress: Progress) => void,
  ): Promise<Analysis>;
  clear(): void;
}

interface Person {
  readonly face: number;
  sight: Sight | undefined;
  analysis: Analysis | undefined;
}

/**
 * Keeps the person who was asked for last, with what the networks saw: an aborted fine cut-out goes
 * on from there.
 * @param forget frees what the renderer keeps of an analysis, by its id
 */
export function createCutOuts(
  { photo, first }: Pick<Analysed, 'photo' | 'first'>,
  models: () => Promise<Models>,
  salience: () => Promise<Model>,
  forget: (analysisId: string) => void,
): CutOuts {
  let person: Person = { face: 0, sight: first, analysis: undefined };
  const { faces, picture } = photo;

  const personOf = (wanted: number | undefined): Person => {
    const face = wanted !== undefined && wanted in faces ? wanted : 0;
    if (person.face !== face) person = { face, sight: undefined, analysis: undefined };
    return person;
  };
  const faceOf = ({ face }: Person): (typeof faces)[number] => {
    const found = faces[face];
    if (!found) throw new Error('no such face');
    return found;
  };

  async function draft(wanted: number | undefined, checkpoint: Checkpoint): Promise<Analysis> {
    const chosen = personOf(wanted);
    if (chosen.analysis) return chosen.analysis;
    const watch = stopwatch();
    chosen.sight ??= await glance((await models()).person, picture, faceOf(chosen), watch);
    checkpoint();
    chosen.analysis = await analysisOf(photo, chosen.face, chosen.sight, checkpoint, watch);
    return chosen.analysis;
  }

  return {
    draft,
    async fine(wanted, checkpoint, report) {
      const chosen = personOf(wanted);
      if (chosen.analysis && chosen.sight?.salience !== undefined) return chosen.analysis;
      const watch = stopwatch();
      report({ done: 0, stage: 'matte' });
      const face = faceOf(chosen);
      chosen.sight ??= await glance((await models()).person, picture, face, watch);
      if (chosen.sight.salience === undefined)
        chosen.sight = await study(await salience(), picture, face, chosen.sight, watch);
      const analysis = await analysisOf(photo, chosen.face, chosen.sight, checkpoint, watch);
      if (chosen.analysis) forget(chosen.analysis.id);
      chosen.analysis = analysis;
      return analysis;
    },
    clear() {
      for (const [face] of faces.entries())
        for (const fineness of ['quick', 'fine']) forget(`${photo.id}/${String(face)}/${fineness}`);
    },
  };
}
