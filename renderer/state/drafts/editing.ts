import { sameChoices, stepBetween, type Choices } from '../../core/drafts.ts';
import { record, redo, undo, type History } from '../../core/history.ts';
import type { DraftState } from './draft-state.ts';

/** Choices with the steps that led to them. */
export interface Edited {
  readonly choices: Choices;
  readonly history: History<Choices>;
}

/**
 * Records changes to the choices as steps; those of one gesture (a drag, a held key) form one step,
 * as long as the same photo is on the stage.
 */
export function createEditing(
  current: () => Edited,
  put: (next: Edited) => void,
  /** The photo that the choices belong to. */
  draftId: () => string | undefined,
) {
  /** The gesture that goes on, and its photo. */
  let last: { readonly gesture: string; readonly draftId: string | undefined } | undefined;
  const move = (to: typeof undo): void => {
    const { history, choices } = current();
    const moved = to(history, choices);
    last = undefined;
    if (moved) put({ choices: moved.value, history: moved.history });
  };
  return {
    choose(change: Partial<Choices>, gesture?: string) {
      const { choices, history } = current();
      const next = { ...choices, ...change };
      if (sameChoices(choices, next)) return;
      const now = gesture === undefined ? undefined : { gesture, draftId: draftId() };
      const goesOn = now && now.gesture === last?.gesture && now.draftId === last.draftId;
      last = now;
      put({ choices: next, history: goesOn ? history : record(history, choices) });
    },
    undo: () => move(undo),
    redo: () => move(redo),
  };
}

/** The names of the steps that undo would revert and redo would repeat. */
export function stepsOf({ choices, history }: Edited): Pick<DraftState, 'undoes' | 'redoes'> {
  const back = history.past.at(-1);
  const forth = history.future[0];
  const undoes = back && stepBetween(choices, back);
  const redoes = forth && stepBetween(choices, forth);
  return { ...(undoes && { undoes }), ...(redoes && { redoes }) };
}
