import { lazily } from '../../ui/lazily.tsx';

export { FormatChoice, SavedNote, SaveAll, oneFile, useDragOut } from './saving.tsx';
export { Quality } from './quality.tsx';
export { SavingProgress, useLongSaving, type LongSaving, type SavingTask } from './long-saving.tsx';

/** Loaded with its first opening. */
export const SizesDialog = lazily(async () => (await import('./sizes-dialog.tsx')).SizesDialog);
