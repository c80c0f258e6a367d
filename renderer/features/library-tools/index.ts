export { useMintedFilter } from './minted-filter.tsx';
export { Toolbar, type LibraryQueryState } from './toolbar.tsx';
