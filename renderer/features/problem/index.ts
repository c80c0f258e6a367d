export { ProblemReport } from './problem-report.tsx';
