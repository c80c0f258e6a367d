import { lazily } from '../../ui/lazily.tsx';

export {
  FormatChoice,
  SavedNote,
  useSaved,
  ExportOutcome,
  useExport,
  SaveAll,
  oneFile,
  useDragOut,
  Quality,
  SavingProgress,
  useLongSaving,
  type LongSaving,
  type SavingTask,
} from './saving.tsx';

/** Loaded with its first opening. */
export const SizesDialog = lazily(async () => (await import('./sizes-dialog.tsx')).SizesDialog);
