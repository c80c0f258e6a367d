import { lazily } from '../../ui/lazily.tsx';

export { FormatChoice, SavedNote } from './saved-note.tsx';
export { Quality } from './quality.tsx';
export { SavingProgress, useLongSaving, type LongSaving, type SavingTask } from './long-saving.tsx';
export { SaveAll } from './save-all.tsx';
export { oneFile, useDragOut } from './use-drag-out.ts';

/** Loaded with its first opening. */
export const SizesDialog = lazily(async () => (await import('./sizes-dialog.tsx')).SizesDialog);
