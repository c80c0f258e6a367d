import type { StorageNotice } from '../state/notices.ts';
import { observable, type Observable } from '../state/observable.ts';
import type { createStore } from '../storage/index.ts';

/**
 * What the storage reports about other tabs: the store's options, and the notice for the screen.
 */
export function watchStorage(): {
  readonly notice: Observable<StorageNotice | undefined>;
  readonly options: NonNullable<Parameters<typeof createStore>[0]>;
} {
  const notice = observable<StorageNotice | undefined>(undefined);
  return {
    notice,
    options: {
      onSuperseded: () => notice.set('superseded'),
      onBlocked: () => notice.set('blocked'),
      onReady: () => notice.set(undefined),
    },
  };
}
