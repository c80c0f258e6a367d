export { useMintedFilter, Toolbar } from './toolbar.tsx';
