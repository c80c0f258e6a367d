import { useEffect, useState } from 'react';

import type { RecipeOptions } from '../../core/avatars.ts';
import { errorCode, isAbort, type ErrorCode } from '../../core/errors.ts';
import type { Stroke } from '../../core/strokes.ts';
import type { PhotoAnalysis } from '../../ports/engine.ts';
import { usePorts } from '../../state/ports.ts';

/** Longer side in pixels: enough to look at zoomed in. */
const SIZE = 1536;

export interface CutOutView {
  /** The last finished picture; it stays while the next one renders. */
  readonly picture?: Blob;
  /** The brush strokes that the picture contains. */
  readonly strokes: readonly Stroke[];
  readonly busy: boolean;
  readonly error?: ErrorCode;
}

/** What to cut out. */
interface Request {
  readonly analysis: PhotoAnalysis;
  readonly face: number | undefined;
  readonly strokes: readonly Stroke[];
}

const NONE: readonly Stroke[] = [];

/** The person as the engine cuts them out, corrected by the brush strokes. */
export function useCutOut(
  analysis: PhotoAnalysis,
  { face, strokes = NONE }: RecipeOptions,
): CutOutView {
  const { engine } = usePorts();
  const [made, setMade] = useState<Request & { readonly picture: Blob }>();
  const [failed, setFailed] = useState<Request & { readonly error: ErrorCode }>();
  useEffect(() => {
    const stop = new AbortController();
    const request: Request = { analysis, face, strokes };
    const make = async (): Promise<void> => {
      const { picture } = await (
        await engine()
      ).cutOut(
        analysis,
        { strokes, ...(face !== undefined && { face }) },
        { size: SIZE, signal: stop.signal },
      );
      if (!stop.signal.aborted) setMade({ ...request, picture });
    };
    make().catch((failure: unknown) => {
      if (!stop.signal.aborted && !isAbort(failure))
        setFailed({ ...request, error: errorCode(failure) });
    });
    return () => stop.abort();
  }, [analysis, engine, face, strokes]);

  const isThis = (one: Request | undefined): boolean =>
    one?.analysis === analysis && one.face === face && one.strokes === strokes;
  const error = isThis(failed) ? failed?.error : undefined;
  const shown = made?.analysis === analysis && made.face === face ? made : undefined;
  return {
    strokes: shown?.strokes ?? NONE,
    busy: !isThis(made) && error === undefined,
    ...(shown && { picture: shown.picture }),
    ...(error !== undefined && { error }),
  };
}
