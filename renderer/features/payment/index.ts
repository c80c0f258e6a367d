export { Findings, Summary, NameTransfer, TimeLeft } from './order-parts.tsx';
