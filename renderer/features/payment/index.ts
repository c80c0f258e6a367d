export { Findings, Summary, NameTransfer, TimeLeft, PASTE_SIGNATURE } from './order-parts.tsx';
