export { Findings } from './findings.tsx';
export { NameTransfer } from './name-transfer.tsx';
export { Summary } from './summary.tsx';
export { TimeLeft } from './time-left.tsx';
