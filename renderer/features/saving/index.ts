export { FormatChoice, SavedNote } from './saved-note.tsx';
export { Quality } from './quality.tsx';
export { SavingProgress, useLongSaving, type LongSaving, type SavingTask } from './long-saving.tsx';
export { SaveAll } from './save-all.tsx';
export { SizesDialog } from './sizes-dialog.tsx';
export { oneFile, useDragOut } from './use-drag-out.ts';
