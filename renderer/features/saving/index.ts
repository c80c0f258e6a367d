export { SavedNote } from './saved-note.tsx';
export { useDragOut } from './use-drag-out.ts';
