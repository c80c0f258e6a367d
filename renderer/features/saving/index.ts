export { FormatChoice } from './format-choice.tsx';
export { SavedNote } from './saved-note.tsx';
export { oneFile, useDragOut } from './use-drag-out.ts';
