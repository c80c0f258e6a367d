import { observable, type Observable } from '../state/observable.ts';
import type { StorageNotice } from '../state/storage-notice.ts';
import type { createStore } from '../storage/index.ts';

/** What the storage has to say of other tabs, for the store's options and for the screen. */
export function watchStorage(): {
  readonly news: Observable<StorageNotice | undefined>;
  readonly options: NonNullable<Parameters<typeof createStore>[0]>;
} {
  const news = observable<StorageNotice | undefined>(undefined);
  return {
    news,
    options: {
      onSuperseded: () => news.set('superseded'),
      onBlocked: () => news.set('blocked'),
      onReady: () => news.set(undefined),
    },
  };
}
