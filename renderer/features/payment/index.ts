export { Findings, Summary, NameTransfer, TimeLeft, TO_BE_NAMED } from './order-parts.tsx';
