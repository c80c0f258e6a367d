export { CutOutVerdict } from './cut-out-verdict.tsx';
