import { useEffect, useState } from 'react';

import { isAbort, sentence } from '../../core/errors.ts';
import { usePorts } from '../../state/ports.ts';
import { cutMaterial, firstMaterial, type Material, type PaintPerson } from './material.ts';

export interface MaterialState {
  readonly material: Material | undefined;
  /** True while the person is being cut out of the avatar. */
  readonly cutting: boolean;
  /** Why there is no picture at all. */
  readonly failed: string | undefined;
  /** Why the person couldn't be cut out, so that the picture's ground shows. */
  readonly uncut: string | undefined;
}

/** Reads the avatar for a banner: with soft edges at once, cut out a few seconds later. */
export function useMaterial(
  picture: () => Promise<Blob | undefined>,
  others: () => Promise<readonly Blob[]>,
  person: PaintPerson,
  key: string,
): MaterialState {
  const { engine } = usePorts();
  const [state, setState] = useState<MaterialState>(READING);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const gone = (): boolean => signal.aborted;
    const read = async (): Promise<void> => {
      const blob = await picture();
      if (!blob) throw new Error('the picture is gone');
      const first = await firstMaterial(blob, await others());
      if (gone()) return;
      setState({ material: first, cutting: true, failed: undefined, uncut: undefined });
      try {
        const material = await cutMaterial(await engine(), blob, first, signal, person);
        if (!gone()) setState({ ...DONE, material });
      } catch (failure) {
        if (!gone() && !isAbort(failure))
          setState({
            ...DONE,
            material: first,
            uncut: first.seeThrough ? undefined : sentence(failure, 'engine-failed'),
          });
      }
    };
    read().catch((failure: unknown) => {
      if (!gone()) setState({ ...DONE, material: undefined, failed: sentence(failure) });
    });
    return () => leaving.abort();
    // The functions are new at every render; the key says whose pictures they return.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, engine]);
  return state;
}

const READING: MaterialState = {
  material: undefined,
  cutting: true,
  failed: undefined,
  uncut: undefined,
};
const DONE = { cutting: false, failed: undefined, uncut: undefined } as const;
