import type { Draft } from '../../core/drafts.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { After } from '../after.ts';
import type { DraftEntry } from './photo-life.ts';

interface Deps {
  readonly after: After;
  /** The photos that are shown. */
  readonly entries: Subscribable<readonly DraftEntry[]>;
  /** Milliseconds until the photo expires. */
  readonly left: (draft: Draft) => number;
  readonly expire: (draftId: string) => void;
}

/** A timer for each photo that is shown, and for those that are set aside. */
export function createExpiries({ after, entries, left, expire }: Deps) {
  const timers = new Map<string, () => void>();
  let shown: ReadonlySet<string> = new Set();
  const cancel = (draftId: string): void => {
    timers.get(draftId)?.();
    timers.delete(draftId);
  };
  /** For a photo that isn't shown. If its time is up already, as soon as possible. */
  const set = (draft: Draft): void => {
    cancel(draft.id);
    timers.set(
      draft.id,
      after(Math.max(0, left(draft)), () => expire(draft.id)),
    );
  };
  entries.subscribe(() => {
    const before = shown;
    const drafts = entries.snapshot().map(({ draft }) => draft);
    shown = new Set(drafts.map(({ id }) => id));
    for (const id of before) if (!shown.has(id)) cancel(id);
    for (const draft of drafts) if (!before.has(draft.id)) set(draft);
  });
  return { set, cancelAll: () => [...timers.keys()].forEach(cancel) };
}
