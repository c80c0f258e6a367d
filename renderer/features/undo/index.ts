export { UndoNote } from './undo-note.tsx';
