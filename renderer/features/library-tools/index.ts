export { useMintedFilter, Toolbar, type LibraryQueryState } from './toolbar.tsx';
